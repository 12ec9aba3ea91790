import assert from "node:assert/strict";
import { unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeJwt } from "jose";
import { generateCACertificate, getLocal } from "mockttp";
import { createAgentService } from "../../../images/supervisor/azureDevOps/createAgentService";
import { systemClock } from "../../../images/supervisor/clock";
import { SupervisorError } from "../../../images/supervisor/supervisorError";
import { failed } from "./support/failed";
import { federation } from "./support/federation";

describe("supervisor credentials federated token", () => {
  const win22 = federation();

  it("F96: is exchanged for a token of Azure DevOps", async () => {
    const { aud, oid } = decodeJwt(await win22.source().token());

    assert.deepEqual([aud, oid], ["499b84ac-1321-427f-aa17-267ca6975798", win22.identity.objectId]);
  });

  it("is kept while it is good for more than five minutes, and fetched anew then", async () => {
    const tokens = win22.source();
    await tokens.token();
    win22.clock.advance(3599 - 301);
    await tokens.token();
    const kept = win22.exchanges;
    writeFileSync(win22.tokenFile, await win22.sign());
    win22.clock.advance(1);
    await tokens.token();

    assert.deepEqual([kept, win22.exchanges], [1, 2]);
  });

  it("is fetched anew after it was not accepted", async () => {
    const tokens = win22.source();
    await tokens.token();
    tokens.forget();
    await tokens.token();

    assert.equal(win22.exchanges, 2);
  });

  it("is fetched anew after Azure DevOps did not accept it, when the caller tries again", async () => {
    await win22.becomeMember();
    const service = createAgentService(
      { url: win22.fixture.organizationUrl, credential: win22.credential() },
      win22.clock,
      win22.log,
    );
    await service.registrationToken();
    win22.fixture.emulator.faults.add({ path: "/_apis/", effect: { kind: "answer", status: 401 } });

    await assert.rejects(service.findPool("win22"), failed("refused"));
    const before = win22.verified;
    await assert.rejects(service.findPool("nowhere"), SupervisorError);

    assert.deepEqual([before, win22.verified], [1, 2]);
  });

  it("is fetched once for all who wait for it", async () => {
    const tokens = win22.source();

    const [one, other] = await Promise.all([tokens.token(), tokens.token()]);

    assert.deepEqual([win22.exchanges, one === other], [1, true]);
  });

  it("comes from the file as it is at each exchange", async () => {
    const tokens = win22.source();
    await tokens.token();
    tokens.forget();
    writeFileSync(win22.tokenFile, await win22.sign({ subject: "system:serviceaccount:win22:other" }));

    await assert.rejects(tokens.token(), failed("refused", /AADSTS700213/));
  });

  it("needs its file", async () => {
    unlinkSync(win22.tokenFile);

    await assert.rejects(
      win22.source().token(),
      (error: unknown) =>
        error instanceof SupervisorError &&
        error.reason === "configuration" &&
        error.message.startsWith("AZURE_FEDERATED_TOKEN_FILE: "),
    );
  });

  it("never gets into the log, nor does what it is exchanged for", async () => {
    const assertion = await win22.sign();
    writeFileSync(win22.tokenFile, assertion);
    const token = await win22.source().token();

    win22.log.info(
      "test",
      `${Buffer.from(assertion).toString("base64")} ${Buffer.from(`:${token}`).toString("base64")}`,
    );

    assert.match(win22.lines.at(-1) ?? "", /test +\*\*\*=* \*\*\*=*$/);
  });

  it("works through a proxy with an authority of its own, for Entra and for Azure DevOps", async () => {
    const ca = await generateCACertificate({ commonName: "Contoso Proxy CA" });
    const caBundle = join(win22.folder, "ca.pem");
    writeFileSync(caBundle, ca.cert);
    const proxy = getLocal({ https: ca });
    await proxy.start();
    try {
      await proxy.forAnyRequest().forHostname("login.microsoftonline.com").thenForwardTo(win22.entra.url);
      await proxy.forAnyRequest().forHostname("dev.azure.com").thenForwardTo(win22.fixture.emulator.url);
      await win22.becomeMember();
      await win22.fixture.request("POST", "_apis/distributedtask/pools", { name: "win22" });
      const service = createAgentService(
        {
          url: `https://dev.azure.com/contoso`,
          credential: win22.credential({ authorityHost: "https://login.microsoftonline.com/" }),
          proxyUrl: `http://127.0.0.1:${proxy.port}`,
          caBundle,
        },
        systemClock,
        win22.log,
      );

      assert.equal((await service.findPool("win22")).name, "win22");
    } finally {
      await proxy.stop();
    }
  });
});
