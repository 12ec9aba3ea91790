import assert from "node:assert/strict";
import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SignJWT, decodeJwt, exportJWK, generateKeyPair } from "jose";
import { generateCACertificate, getLocal } from "mockttp";
import { ServiceCallError, type ServiceFailure } from "../../../images/supervisor/agentService";
import { createAgentService } from "../../../images/supervisor/azureDevOps/createAgentService";
import { systemClock } from "../../../images/supervisor/clock";
import { createTokenSource } from "../../../images/supervisor/credentials/tokenSource";
import { createHttpClient } from "../../../images/supervisor/http/httpClient";
import { createLog, type Log } from "../../../images/supervisor/log";
import type { Credential } from "../../../images/supervisor/settings";
import { SupervisorError } from "../../../images/supervisor/supervisorError";
import type { Principal } from "../../../sandbox/entra/directory";
import type { FederatedCredential, JsonWebKeySet } from "../../../sandbox/entra/federation";
import { startTokenServer, type TokenServer } from "../../../sandbox/entra/tokenServer";
import { Fixture } from "../../sandbox/azuredevops/fixture";
import { JumpingClock } from "./jumpingClock";

const trusted = {
  issuer: "https://westeurope.oic.prod-aks.azure.com/tenant/cluster/",
  subject: "system:serviceaccount:win22:agent",
  audience: "api://AzureADTokenExchange",
};

describe("supervisor credentials", () => {
  let folder: string;
  let lines: string[];
  let log: Log;
  let clock: JumpingClock;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "credentials-"));
  });
  beforeEach(() => {
    lines = [];
    log = createLog("text", (line) => lines.push(line));
    clock = new JumpingClock(Date.now());
  });
  after(() => rmSync(folder, { recursive: true }));

  describe("federated token", () => {
    let fixture: Fixture;
    let identity: Principal;
    let entra: TokenServer;
    let sign: (claims: { subject?: string; lifeSeconds?: number }) => Promise<string>;
    let credentials: FederatedCredential[];
    let exchanges: number;
    /** Exchanges as Entra counts them. */
    let verified: number;
    const keys = new Map<string, JsonWebKeySet>();
    before(async () => {
      fixture = await Fixture.open();
      identity = fixture.directory.createPrincipal("win22-agents");
      const pair = await generateKeyPair("RS256");
      keys.set(trusted.issuer, { keys: [{ ...(await exportJWK(pair.publicKey)), kid: "1", alg: "RS256" }] });
      sign = ({ subject = trusted.subject, lifeSeconds = 3600 }) =>
        new SignJWT({})
          .setProtectedHeader({ alg: "RS256", kid: "1" })
          .setIssuer(trusted.issuer)
          .setSubject(subject)
          .setAudience(trusted.audience)
          .setNotBefore(new Date(clock.now() - 10_000))
          .setExpirationTime(new Date(clock.now() + lifeSeconds * 1000))
          .sign(pair.privateKey);
      entra = await startTokenServer({
        directory: fixture.directory,
        federation: {
          credentials: async (clientId) => {
            verified += 1;
            return clientId === identity.clientId ? credentials : [];
          },
          keys: async (issuer) => keys.get(issuer),
        },
        federationDelaySeconds: 120,
        now: () => new Date(clock.now()),
      });
    });
    beforeEach(async () => {
      exchanges = 0;
      verified = 0;
      credentials = [{ ...trusted, writtenAt: clock.now() - 121_000 }];
      writeFileSync(tokenFile(), await sign({}));
    });
    afterEach(() => entra.faults.clear());
    after(async () => {
      await entra.close();
      await fixture.close();
    });

    const becomeMember = () =>
      fixture.request("POST", "_apis/serviceprincipalentitlements", {
        accessLevel: { accountLicenseType: "express", licensingSource: "account" },
        servicePrincipal: { origin: "aad", originId: identity.objectId, subjectKind: "servicePrincipal" },
      });
    const tokenFile = () => join(folder, "azure-identity-token");
    const credential = (given: Partial<Extract<Credential, { kind: "workloadIdentity" }>> = {}): Credential => ({
      kind: "workloadIdentity",
      clientId: identity.clientId,
      tenantId: fixture.directory.tenantId,
      tokenFile: tokenFile(),
      authorityHost: `${entra.url}/`,
      ...given,
    });
    const source = (given: Credential = credential()) => {
      const http = createHttpClient();
      const counting: typeof http = (request) => {
        exchanges += 1;
        return http(request);
      };
      return createTokenSource(given, counting, clock, log);
    };
    const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
      entra.faults.add({ path: "/oauth2/", effect: { kind: "answer", status, body, headers } });

    it("F96: is exchanged for a token of Azure DevOps", async () => {
      const { aud, oid } = decodeJwt(await source().token());

      assert.deepEqual([aud, oid], ["499b84ac-1321-427f-aa17-267ca6975798", identity.objectId]);
    });

    it("is kept while it is good for more than five minutes, and fetched anew then", async () => {
      const tokens = source();
      await tokens.token();
      clock.advance(3599 - 301);
      await tokens.token();
      const kept = exchanges;
      writeFileSync(tokenFile(), await sign({}));
      clock.advance(1);
      await tokens.token();

      assert.deepEqual([kept, exchanges], [1, 2]);
    });

    it("is fetched anew after it was not accepted", async () => {
      const tokens = source();
      await tokens.token();
      tokens.forget();
      await tokens.token();

      assert.equal(exchanges, 2);
    });

    it("is fetched anew after Azure DevOps did not accept it, when the caller tries again", async () => {
      await becomeMember();
      const service = createAgentService({ url: fixture.organizationUrl, credential: credential() }, clock, log);
      await service.registrationToken();
      fixture.emulator.faults.add({ path: "/_apis/", effect: { kind: "answer", status: 401 } });

      await assert.rejects(service.findPool("win22"), failed("refused"));
      const before = verified;
      await assert.rejects(service.findPool("nowhere"), SupervisorError);

      assert.deepEqual([before, verified], [1, 2]);
    });

    it("is fetched once for all who wait for it", async () => {
      const tokens = source();

      const [one, other] = await Promise.all([tokens.token(), tokens.token()]);

      assert.deepEqual([exchanges, one === other], [1, true]);
    });

    it("comes from the file as it is at each exchange", async () => {
      const tokens = source();
      await tokens.token();
      tokens.forget();
      writeFileSync(tokenFile(), await sign({ subject: "system:serviceaccount:win22:other" }));

      await assert.rejects(tokens.token(), failed("refused", /AADSTS700213/));
    });

    it("is waited for when the credential is new, with growing pauses", async () => {
      credentials = [{ ...trusted, writtenAt: clock.now() }];

      await source().token();

      assert.ok(clock.elapsedSeconds >= 120 && clock.elapsedSeconds <= 180, `${clock.elapsedSeconds} s`);
      // Pauses of 5, 10, 20, 40, 60 s, each cut to at least its half.
      assert.ok(clock.pauses.length >= 4 && clock.pauses.length <= 7, clock.pauses.join());
      assert.match(lines[0] ?? "", / token +warning: .*AADSTS70021: .*next try in/);
    });

    for (const [code, wrong] of [
      [700211, { issuer: "https://other/" }],
      [700213, { subject: "system:serviceaccount:win22:other" }],
      [70025, undefined],
    ] as const) {
      it(`is given up after five minutes of ${code}, with issuer, subject and audience`, async () => {
        credentials = wrong === undefined ? [] : [{ ...trusted, ...wrong, writtenAt: 0 }];

        await assert.rejects(source().token(), (error: unknown) => {
          failed("refused", new RegExp(`AADSTS${code}: `))(error);
          const remedies = error instanceof ServiceCallError ? error.remedies.join("\n") : "";
          assert.ok(remedies.includes(`issuer   ${trusted.issuer}\n`), remedies);
          assert.ok(remedies.includes(`subject  ${trusted.subject}\n`), remedies);
          assert.ok(remedies.includes(`audience ${trusted.audience}`), remedies);
          return true;
        });
        assert.equal(clock.elapsedSeconds, 300);
      });
    }

    it("is not waited for once it has worked", async () => {
      const tokens = source();
      await tokens.token();
      tokens.forget();
      credentials = [];

      await assert.rejects(tokens.token(), failed("refused"));
      assert.deepEqual([exchanges, clock.elapsedSeconds], [2, 0]);
    });

    it("with another audience is refused at once: that does not change by waiting", async () => {
      credentials = [{ ...trusted, audience: "api://other", writtenAt: 0 }];

      await assert.rejects(source().token(), failed("refused", /AADSTS700212/));
      assert.equal(exchanges, 1);
    });

    it("of an unknown identity is refused at once, and the variables are named", async () => {
      const clientId = "99999999-9999-9999-9999-999999999999";

      await assert.rejects(source(credential({ clientId })).token(), (error: unknown) => {
        failed("refused", /AADSTS700016/)(error);
        assert.match(error instanceof ServiceCallError ? error.remedies.join() : "", /AZURE_CLIENT_ID \(99999999-/);
        return true;
      });
      assert.equal(exchanges, 1);
    });

    it("of an unknown tenant is refused at once, and the variable is named", async () => {
      await assert.rejects(source(credential({ tenantId: "nowhere" })).token(), (error: unknown) => {
        failed("refused", /AADSTS90002/)(error);
        assert.match(error instanceof ServiceCallError ? error.remedies.join() : "", /AZURE_TENANT_ID/);
        return true;
      });
    });

    it("that has expired is told apart", async () => {
      writeFileSync(tokenFile(), await sign({ lifeSeconds: -3600 }));

      await assert.rejects(source().token(), failed("expired", /AADSTS700024/));
    });

    it("waits as long as Entra asks for", async () => {
      answer(429, { error: "temporarily_unavailable" }, { "retry-after": "9" });

      await assert.rejects(
        source().token(),
        (error: unknown) => failed("throttled")(error) && (error as ServiceCallError).retryAfterSeconds === 9,
      );
    });

    it("is not there while Entra is not", async () => {
      answer(503, "<html>down</html>");

      await assert.rejects(source().token(), failed("unavailable"));
    });

    it("is no business of a page that a proxy answers with", async () => {
      answer(200, "<html>Please accept the terms</html>", { "content-type": "text/html" });

      await assert.rejects(source().token(), failed("unexpected", /none of Entra's/));
    });

    it("needs its file", async () => {
      unlinkSync(tokenFile());

      await assert.rejects(
        source().token(),
        (error: unknown) =>
          error instanceof SupervisorError &&
          error.reason === "configuration" &&
          error.message.startsWith("AZURE_FEDERATED_TOKEN_FILE: "),
      );
    });

    it("never gets into the log, nor does what it is exchanged for", async () => {
      const assertion = await sign({});
      writeFileSync(tokenFile(), assertion);
      const token = await source().token();

      log.info("test", `${Buffer.from(assertion).toString("base64")} ${Buffer.from(`:${token}`).toString("base64")}`);

      assert.match(lines.at(-1) ?? "", /test +\*\*\*=* \*\*\*=*$/);
    });

    it("works through a proxy with an authority of its own, for Entra and for Azure DevOps", async () => {
      const ca = await generateCACertificate({ commonName: "Contoso Proxy CA" });
      const caBundle = join(folder, "ca.pem");
      writeFileSync(caBundle, ca.cert);
      const proxy = getLocal({ https: ca });
      await proxy.start();
      try {
        await proxy.forAnyRequest().forHostname("login.microsoftonline.com").thenForwardTo(entra.url);
        await proxy.forAnyRequest().forHostname("dev.azure.com").thenForwardTo(fixture.emulator.url);
        await becomeMember();
        await fixture.request("POST", "_apis/distributedtask/pools", { name: "win22" });
        const service = createAgentService(
          {
            url: `https://dev.azure.com/contoso`,
            credential: credential({ authorityHost: "https://login.microsoftonline.com/" }),
            proxyUrl: `http://127.0.0.1:${proxy.port}`,
            caBundle,
          },
          systemClock,
          log,
        );

        assert.equal((await service.findPool("win22")).name, "win22");
      } finally {
        await proxy.stop();
      }
    });
  });

  describe("token file", () => {
    const path = () => join(folder, "pat");
    const source = () => createTokenSource({ kind: "tokenFile", path: path() }, createHttpClient(), clock, log);

    it("is read anew, because a mounted secret may change", async () => {
      const tokens = source();
      writeFileSync(path(), "first");
      const first = await tokens.token();
      writeFileSync(path(), "second");

      assert.deepEqual([first, await tokens.token()], ["first", "second"]);
    });

    it("is remembered after its deletion", async () => {
      const tokens = source();
      writeFileSync(path(), "only-here");
      await tokens.token();
      unlinkSync(path());

      assert.equal(await tokens.token(), "only-here");
    });

    it("must be there at first", async () => {
      rmSync(path(), { force: true });

      await assert.rejects(
        source().token(),
        (error: unknown) => error instanceof SupervisorError && error.message.startsWith("AZP_TOKEN_FILE: "),
      );
    });

    it("F24: is refused when it has changed to one with a line break", async () => {
      const tokens = source();
      writeFileSync(path(), "s3cret\n");

      await assert.rejects(tokens.token(), (error: unknown) => {
        assert.ok(error instanceof SupervisorError);
        assert.match(error.message, /ends with a line break/);
        assert.doesNotMatch(error.message, /s3cret/);
        return true;
      });
    });
  });
});

function failed(failure: ServiceFailure, message = /./) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof ServiceCallError, String(error));
    assert.equal(error.failure, failure);
    assert.match(error.message, message);
    return true;
  };
}
