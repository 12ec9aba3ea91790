import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createDefaultHttpClient, createPipelineRequest } from "@azure/core-rest-pipeline";
import { ClientSecretCredential } from "@azure/identity";
import { provideTools } from "../../sandbox/engine/provideTools";
import { Directory } from "../../sandbox/entra/directory";
import type { SandboxPaths } from "../../sandbox/paths";
import type { RunningServer } from "../../sandbox/serverFile";
import { startServer, stopServer } from "../../sandbox/serverProcess";
import { createTemporarySandbox, removeTemporarySandbox } from "../support/temporarySandbox";
import { field } from "./azure/armFixture";

describe("The sandbox's server, as its file says where it is", function () {
  this.timeout(120_000);
  let paths: SandboxPaths;
  let server: RunningServer;

  async function start(): Promise<RunningServer> {
    const { signal } = new AbortController();
    const tools = await provideTools(signal);
    return startServer(paths, { root: paths.root, tools, durationFactor: 0, identityDelaySeconds: 0 }, signal);
  }

  before(async () => {
    paths = createTemporarySandbox();
    server = await start();
  });
  after(() => removeTemporarySandbox(paths));

  /** Asked with no other trust than in the authority that the file names. */
  async function metadata({ azureTlsUrl, caFile }: RunningServer): Promise<unknown> {
    const request = createPipelineRequest({ url: `${azureTlsUrl}/metadata/endpoints?api-version=2022-09-01` });
    request.tlsSettings = { ca: readFileSync(caFile, "utf8") };
    const { bodyAsText } = await createDefaultHttpClient().sendRequest(request);
    return JSON.parse(bodyAsText ?? "");
  }

  it("tells at its resource manager's TLS address how to sign in, and lets the person who deploys", async () => {
    const cloud = await metadata(server);
    assert.equal(field(cloud, "resourceManager"), `${server.azureTlsUrl}/`);
    assert.equal(field(cloud, "authentication.loginEndpoint"), server.entraTlsUrl);
    const { tenantId, deployer, deployerSecret } = new Directory(paths.directoryFile);
    const credential = new ClientSecretCredential(tenantId, deployer.clientId, deployerSecret, {
      authorityHost: server.entraTlsUrl,
      disableInstanceDiscovery: true,
      tlsOptions: { ca: readFileSync(server.caFile, "utf8") },
    });
    const { token } = await credential.getToken("https://management.azure.com/.default");
    const response = await fetch(`${server.azureUrl}/tenants?api-version=2022-12-01`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(field(await response.json(), "value.0.tenantId"), tenantId);
  });

  it("keeps authority and secret over a restart, and nobody listens in between", async () => {
    const before = {
      ca: readFileSync(server.caFile, "utf8"),
      secret: new Directory(paths.directoryFile).deployerSecret,
    };
    await stopServer(paths);
    for (const url of [server.azureTlsUrl, server.entraTlsUrl]) {
      await assert.rejects(fetch(url), (error: Error) => /ECONNREFUSED/.test(String(error.cause)));
    }
    server = await start();
    const after = {
      ca: readFileSync(server.caFile, "utf8"),
      secret: new Directory(paths.directoryFile).deployerSecret,
    };
    assert.deepEqual(after, before);
    assert.equal(field(await metadata(server), "name"), "Sandbox");
  });
});
