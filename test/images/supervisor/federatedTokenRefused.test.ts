import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { ServiceCallError } from "../../../images/supervisor/agentService";
import { failed } from "./support/failed";
import { federation, trusted } from "./support/federation";

describe("supervisor credentials federated token", () => {
  const win22 = federation();

  it("is waited for when the credential is new, with growing pauses", async () => {
    win22.credentials = [{ ...trusted, writtenAt: win22.clock.now() }];

    await win22.source().token();

    assert.ok(
      win22.clock.elapsedSeconds >= 120 && win22.clock.elapsedSeconds <= 180,
      `${win22.clock.elapsedSeconds} s`,
    );
    // Pauses of 5, 10, 20, 40, 60 s, each cut to at least its half.
    assert.ok(win22.clock.pauses.length >= 4 && win22.clock.pauses.length <= 7, win22.clock.pauses.join());
    assert.match(win22.lines[0] ?? "", / token +warning: .*AADSTS70021: .*next try in/);
  });

  for (const [code, wrong] of [
    [700211, { issuer: "https://other/" }],
    [700213, { subject: "system:serviceaccount:win22:other" }],
    [70025, undefined],
  ] as const) {
    it(`is given up after five minutes of ${code}, with issuer, subject and audience`, async () => {
      win22.credentials = wrong === undefined ? [] : [{ ...trusted, ...wrong, writtenAt: 0 }];

      await assert.rejects(win22.source().token(), (error: unknown) => {
        failed("refused", new RegExp(`AADSTS${code}: `))(error);
        const remedies = error instanceof ServiceCallError ? error.remedies.join("\n") : "";
        assert.ok(remedies.includes(`issuer   ${trusted.issuer}\n`), remedies);
        assert.ok(remedies.includes(`subject  ${trusted.subject}\n`), remedies);
        assert.ok(remedies.includes(`audience ${trusted.audience}`), remedies);
        return true;
      });
      assert.equal(win22.clock.elapsedSeconds, 300);
    });
  }

  it("is not waited for once it has worked", async () => {
    const tokens = win22.source();
    await tokens.token();
    tokens.forget();
    win22.credentials = [];

    await assert.rejects(tokens.token(), failed("refused"));
    assert.deepEqual([win22.exchanges, win22.clock.elapsedSeconds], [2, 0]);
  });

  it("with another audience is refused at once: that does not change by waiting", async () => {
    win22.credentials = [{ ...trusted, audience: "api://other", writtenAt: 0 }];

    await assert.rejects(win22.source().token(), failed("refused", /AADSTS700212/));
    assert.equal(win22.exchanges, 1);
  });

  it("of an unknown identity is refused at once, and the variables are named", async () => {
    const clientId = "99999999-9999-9999-9999-999999999999";

    await assert.rejects(win22.source(win22.credential({ clientId })).token(), (error: unknown) => {
      failed("refused", /AADSTS700016/)(error);
      assert.match(error instanceof ServiceCallError ? error.remedies.join() : "", /AZURE_CLIENT_ID \(99999999-/);
      return true;
    });
    assert.equal(win22.exchanges, 1);
  });

  it("of an unknown tenant is refused at once, and the variable is named", async () => {
    await assert.rejects(win22.source(win22.credential({ tenantId: "nowhere" })).token(), (error: unknown) => {
      failed("refused", /AADSTS90002/)(error);
      assert.match(error instanceof ServiceCallError ? error.remedies.join() : "", /AZURE_TENANT_ID/);
      return true;
    });
  });

  it("that has expired is told apart", async () => {
    writeFileSync(win22.tokenFile, await win22.sign({ lifeSeconds: -3600 }));

    await assert.rejects(win22.source().token(), failed("expired", /AADSTS700024/));
  });

  it("waits as long as Entra asks for", async () => {
    win22.answer(429, { error: "temporarily_unavailable" }, { "retry-after": "9" });

    await assert.rejects(
      win22.source().token(),
      (error: unknown) => failed("throttled")(error) && (error as ServiceCallError).retryAfterSeconds === 9,
    );
  });

  it("is not there while Entra is not", async () => {
    win22.answer(503, "<html>down</html>");

    await assert.rejects(win22.source().token(), failed("unavailable"));
  });

  it("is no business of a page that a proxy answers with", async () => {
    win22.answer(200, "<html>Please accept the terms</html>", { "content-type": "text/html" });

    await assert.rejects(win22.source().token(), failed("unexpected", /none of Entra's/));
  });
});
