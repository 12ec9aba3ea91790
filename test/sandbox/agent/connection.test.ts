import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateCACertificate, getLocal, type Mockttp } from "mockttp";
import { HttpClient } from "../../../sandbox/agent/httpClient";
import { proxyFor, proxyRoute } from "../../../sandbox/agent/proxyRoute";
import { trustedAuthorities } from "../../../sandbox/agent/trustedAuthorities";
import { Fixture } from "../azuredevops/fixture";
import { AgentFixture } from "./agentFixture";

describe("Stand-in for the agent: its way to the service", () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "agent-"));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const proxyOf = (environment: Record<string, string>, url = "https://dev.azure.com/contoso") =>
    proxyFor(proxyRoute(root, environment), new URL(url))?.host;

  it("never looks at HTTPS_PROXY, and at http_proxy in lower case only", () => {
    assert.deepEqual(
      [
        proxyOf({ HTTPS_PROXY: "http://a:1", HTTP_PROXY: "http://b:2", https_proxy: "http://c:3" }),
        proxyOf({ http_proxy: "http://d:4" }),
        proxyOf({ http_proxy: "http://d:4", VSTS_HTTP_PROXY: "http://e:5" }),
      ],
      [undefined, "d:4", "e:5"],
    );
  });

  it("prefers the proxy that was given to configure", () => {
    writeFileSync(join(root, ".proxy"), "http://saved:6\n");

    assert.equal(proxyOf({ VSTS_HTTP_PROXY: "http://e:5" }), "saved:6");
  });

  it("goes directly to what no_proxy or .proxybypass names, and to loopback", () => {
    writeFileSync(join(root, ".proxybypass"), "visualstudio\\.com\n");
    const environment = { http_proxy: "http://d:4", no_proxy: "azure.com,.internal" };
    const urls = [
      "https://dev.azure.com/x",
      "https://notazure.com/x",
      "http://a.internal:8080/",
      "https://x.visualstudio.com",
      "http://127.0.0.1:5000/x",
      "http://localhost/x",
      "https://example.org/",
    ];

    assert.deepEqual(
      urls.map((url) => proxyOf(environment, url)),
      [undefined, "d:4", undefined, undefined, undefined, undefined, "d:4"],
    );
  });

  it("trusts the authorities of OpenSSL's variables, not of Node's", () => {
    mkdtempSync(join(root, "certs-"));
    const file = join(root, "bundle.pem");
    writeFileSync(file, "FILE");
    const plain = trustedAuthorities({ NODE_EXTRA_CA_CERTS: file }).length;

    assert.equal(trustedAuthorities({ SSL_CERT_FILE: file }).at(-1), "FILE");
    assert.equal(trustedAuthorities({ SSL_CERT_DIR: `${root}:/nowhere` }).length, plain + 1);
    assert.equal(trustedAuthorities({}).length, plain);
  });

  it("asks a proxy for the whole URL, signed in", async () => {
    const seen: (string | undefined)[] = [];
    const service = await listen(createServer((_incoming, answer) => answer.end("hello")));
    const proxy = await listen(
      createServer((incoming, answer) => {
        seen.push(incoming.url, incoming.headers["proxy-authorization"]);
        const path = new URL(incoming.url ?? "").pathname;
        request({ port: portOf(service), path }, (inner) => inner.pipe(answer)).end();
      }),
    );
    const route = proxyRoute(root, {
      http_proxy: `http://127.0.0.1:${portOf(proxy)}`,
      VSTS_HTTP_PROXY_USERNAME: "me",
      VSTS_HTTP_PROXY_PASSWORD: "p w",
    });

    const { text } = await new HttpClient(route, []).send({
      method: "GET",
      url: new URL("http://dev.azure.test/contoso"),
      headers: {},
    });
    service.close();
    proxy.close();

    const basic = Buffer.from("me:p w").toString("base64");
    assert.deepEqual([text, ...seen], ["hello", "http://dev.azure.test/contoso", `Basic ${basic}`]);
  });
});

describe("Stand-in for the agent: through a proxy that intercepts TLS with an authority of its own", () => {
  let service: Fixture;
  let agent: AgentFixture;
  let proxy: Mockttp;
  let authority: string;
  before(async () => {
    const ca = await generateCACertificate({ commonName: "Contoso Proxy CA" });
    proxy = getLocal({ https: ca });
    await proxy.start();
    service = await Fixture.open();
    await service.request("POST", "_apis/distributedtask/pools", { name: "linux" });
    await proxy.forAnyRequest().forHostname("dev.azure.com").thenForwardTo(service.emulator.url);
    agent = await AgentFixture.open(service, "linux", "pod-1");
    authority = join(agent.folder, "proxy-ca.pem");
    writeFileSync(authority, ca.cert);
  });
  after(async () => {
    agent.close();
    await service.close();
    await proxy.stop();
  });

  const configure = (environment: Record<string, string>) =>
    agent.configure(
      [
        "--url",
        "https://dev.azure.com/contoso",
        "--proxyurl",
        `http://127.0.0.1:${proxy.port}`,
        "--sslcacert",
        authority,
      ],
      environment,
    );

  it("does not get by on --sslcacert and Node's variable alone", async () => {
    const { code, output } = await configure({ NODE_EXTRA_CA_CERTS: authority });

    assert.equal(code, 1);
    assert.match(output, /certificate/);
  });

  it("registers and runs a job when the system trusts the authority", async () => {
    const { code, output } = await configure({ SSL_CERT_FILE: authority });
    assert.equal(code, 0, output);
    await service.administer("POST", "pools/linux/jobs", { seconds: 0 });

    const run = await agent.listener(["run", "--once"], { SSL_CERT_FILE: authority }).ended;

    assert.equal(run.code, 0, run.output);
    assert.equal((await service.administer("GET", "pools/linux/jobs/1"))["result"], "succeeded");
  });
});

function listen(server: Server): Promise<Server> {
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
