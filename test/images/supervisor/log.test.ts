import assert from "node:assert/strict";
import { createLog, type Log } from "../../../images/supervisor/log";

describe("supervisor log", () => {
  const noon = () => Date.parse("2026-11-30T12:00:00.123Z");
  let lines: string[];
  let log: Log;
  beforeEach(() => {
    lines = [];
    log = createLog("text", (line) => lines.push(line), noon);
  });

  it("begins every line with time and stage", () => {
    log.info("connect", "Looking for the pool");
    log.warn("connect", "not yet");
    log.error("connect", "never");

    assert.deepEqual(lines, [
      "2026-11-30T12:00:00Z connect   Looking for the pool",
      "2026-11-30T12:00:00Z connect   warning: not yet",
      "2026-11-30T12:00:00Z connect   error: never",
    ]);
  });

  it("writes a line each for a message of several", () => {
    log.info("agent", "one\r\ntwo\nthree");

    assert.deepEqual(
      lines.map((line) => line.slice("2026-11-30T12:00:00Z ".length)),
      ["agent     one", "agent     two", "agent     three"],
    );
  });

  it("writes JSON on request", () => {
    createLog("json", (line) => lines.push(line), noon).warn("agent", 'say "hi"\nagain');

    assert.deepEqual(JSON.parse(lines[0] ?? ""), {
      time: "2026-11-30T12:00:00Z",
      stage: "agent",
      level: "warning",
      message: 'say "hi"\nagain',
    });
  });

  it("lets no control character of foreign output through", () => {
    log.info("agent", "\u001b[31mred\u001b[0m\u0007 \u0008\u009b2Jx\ty\u202e\u001b]0;title\u0007");

    assert.deepEqual(lines, ["2026-11-30T12:00:00Z agent     red x  y"]);
  });

  const secret = "p@ss/word+x";
  const forms: Record<string, string> = {
    "in clear": secret,
    "in a URL": encodeURIComponent(secret),
    "in Basic": Buffer.from(`:${secret}`).toString("base64"),
    "in base64": Buffer.from(secret).toString("base64"),
    "cut by a colour": "p@ss\u001b[1m/word+x",
  };
  for (const [form, text] of Object.entries(forms)) {
    it(`hides a secret ${form}`, () => {
      log.redact(secret);

      log.info("http", `Authorization: ${text} end`);

      assert.match(lines[0] ?? "", /Authorization: \*\*\*=* end$/);
    });
  }

  it("hides a longer secret whole, also when a shorter one is a part of it", () => {
    log.redact("abc");
    log.redact("abcdef");

    log.info("x", "abcdef");

    assert.match(lines[0] ?? "", /x {9}\*\*\*$/);
  });

  it("hides tokens that nobody announced", () => {
    log.info("x", "Bearer eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL3gifQ.c2lnbmF0dXJl.");

    assert.match(lines[0] ?? "", /Bearer \*\*\*\.$/);
  });

  it("hides secrets in JSON", () => {
    const quoted = 'a"b\\c';
    const json = createLog("json", (line) => lines.push(line), noon);
    json.redact(quoted);

    json.info("x", `${quoted} ${JSON.stringify(quoted)}`);

    assert.equal((JSON.parse(lines[0] ?? "") as { message: string }).message, '*** "***"');
  });

  it("is not led astray by an empty secret", () => {
    log.redact("");

    log.info("x", "text");

    assert.match(lines[0] ?? "", /x {9}text$/);
  });
});
