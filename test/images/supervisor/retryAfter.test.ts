import assert from "node:assert/strict";
import { retryAfterSeconds } from "../../../images/supervisor/http/retryAfter";

describe("supervisor Retry-After", () => {
  const now = Date.parse("2026-11-30T12:00:00Z");
  const cases: readonly [string | undefined, number | undefined][] = [
    ["120", 120],
    [" 0 ", 0],
    ["Mon, 30 Nov 2026 12:00:30 GMT", 30],
    ["Mon, 30 Nov 2026 11:00:00 GMT", 0],
    ["soon", undefined],
    ["-5", undefined],
    ["", undefined],
    [undefined, undefined],
  ];
  for (const [header, seconds] of cases) {
    it(`${header ?? "no header"} is ${seconds ?? "nothing"}`, () => {
      assert.equal(retryAfterSeconds(header, now), seconds);
    });
  }
});
