import assert from "node:assert/strict";
import { ServiceCallError, type ServiceFailure } from "../../../images/supervisor/agentService";
import { atAzureDevOps, type GivenAnswer } from "./support/atAzureDevOps";
import { failed } from "./support/failed";

describe("supervisor at Azure DevOps answers", () => {
  const devOps = atAzureDevOps();
  const page = { "content-type": "text/html; charset=utf-8" };
  const signIn = "<!DOCTYPE html><html><head><title>Azure DevOps Services | Sign In</title></head></html>";
  const answers: readonly [string, GivenAnswer, ServiceFailure, RegExp][] = [
    ["F27: 203 with a page to sign in", { status: 203, headers: page, body: signIn }, "refused", /Sign In/],
    ["F27: 200 with a page to sign in", { status: 200, headers: page, body: signIn }, "refused", /status 200/],
    [
      "F27: a redirect",
      { status: 302, headers: { location: "https://spsprodeus1.vssps.visualstudio.com/" } },
      "refused",
      /status 302/,
    ],
    [
      "F26: 401 that says the token has expired",
      { status: 401, body: { message: "TF400813: Token has expired" } },
      "expired",
      /TF400813/,
    ],
    [
      "401 in JSON",
      { status: 401, body: { message: "VS30063: You are not authorized to access https://dev.azure.com." } },
      "refused",
      /VS30063/,
    ],
    ["403", { status: 403, body: { message: "Access denied." } }, "forbidden", /Access denied/],
    ["429", { status: 429, headers: { "retry-after": "17" } }, "throttled", /fewer requests/],
    ["500", { status: 500, body: { message: "TF400898" } }, "unavailable", /TF400898/],
    ["503", { status: 503 }, "unavailable", /not available/],
    ["400", { status: 400, body: { message: "VS403000: no" } }, "unexpected", /VS403000/],
    ["200 with something else", { status: 200, body: "[{" }, "unexpected", /status 200/],
    ["200 with JSON that is no list", { status: 200, body: { value: "x" } }, "unexpected", /not understood/],
  ];
  for (const [what, given, failure, message] of answers) {
    it(`${what} is ${failure}`, async () => {
      devOps.answer(given);

      await assert.rejects(devOps.service.findPool("UI Automation"), failed(failure, message));
    });
  }

  it("keeps what Retry-After asks for", async () => {
    devOps.answer({ status: 429, headers: { "retry-after": "17" } });

    await assert.rejects(
      devOps.service.findPool("UI Automation"),
      (error: unknown) => error instanceof ServiceCallError && error.retryAfterSeconds === 17,
    );
  });

  it("F128: a host that is not there is a network failure", async () => {
    const nowhere = devOps.serviceWith("token", "https://dev.azure.invalid/contoso");

    await assert.rejects(nowhere.findPool("x"), failed("network", /dev\.azure\.invalid does not answer/));
  });
});
