import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { connect as connectSocket, createServer as createSocketServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateCACertificate, getLocal, type Mockttp } from "mockttp";
import { ServiceCallError } from "../../../images/supervisor/agentService";
import { createHttpClient } from "../../../images/supervisor/http/httpClient";
import { SupervisorError } from "../../../images/supervisor/supervisorError";
import { freePort } from "../../../sandbox/freePort";
import { failed } from "./support/failed";

describe("supervisor HTTP client", () => {
  let folder: string;
  let upstream: Server;
  let upstreamUrl: string;
  const seen: { method?: string; url?: string; body: string }[] = [];
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "http-"));
    upstream = createServer((request, response) => {
      let body = "";
      request.on("data", (part: Buffer) => (body += part.toString()));
      request.on("end", () => {
        seen.push({ method: request.method, url: request.url, body });
        if (request.url !== "/silent") {
          response.writeHead(request.url === "/moved" ? 302 : 200, { location: "/", connection: "keep-alive" });
          response.end(`hello ${body}`);
        }
      });
    });
    upstreamUrl = await listen(upstream);
  });
  beforeEach(() => {
    seen.length = 0;
  });
  after(() => {
    upstream.closeAllConnections();
    upstream.close();
    rmSync(folder, { recursive: true });
  });

  it("sends a body and gives status and text", async () => {
    const answer = await createHttpClient()({ method: "POST", url: `${upstreamUrl}/a?b=c`, body: "größe" });

    assert.deepEqual([answer.status, answer.text], [200, "hello größe"]);
    assert.deepEqual(seen, [{ method: "POST", url: "/a?b=c", body: "größe" }]);
  });

  it("follows no redirect, which could lead a token elsewhere", async () => {
    assert.equal((await createHttpClient()({ method: "GET", url: `${upstreamUrl}/moved` })).status, 302);
    assert.equal(seen.length, 1);
  });

  it("keeps no connection that would keep the process", async () => {
    await createHttpClient()({ method: "GET", url: upstreamUrl });

    await eventually(async () => (await connectionsOf(upstream)) === 0);
  });

  it("gives up on an answer that does not come", async () => {
    await assert.rejects(
      createHttpClient({ answerSeconds: 0.05 })({ method: "GET", url: `${upstreamUrl}/silent` }),
      failed("network", /^127\.0\.0\.1:\d+ does not answer: no complete answer within 0\.05 seconds\.$/),
    );
  });

  it("gives up on a server that does not finish the TLS handshake", async () => {
    const mute = createSocketServer();
    const url = (await listen(mute)).replace("http:", "https:");

    await assert.rejects(
      createHttpClient({ connectSeconds: 0.05 })({ method: "GET", url }),
      failed("network", /no connection within 0\.05 seconds/),
    );
    mute.close();
  });

  it("says that a name is not resolved, and whose", async () => {
    await assert.rejects(
      createHttpClient()({ method: "GET", url: "https://nowhere.invalid/" }),
      failed("network", /^nowhere\.invalid does not answer: its name is not resolved \((ENOTFOUND|EAI_AGAIN)\)\.$/),
    );
  });

  it("says that a connection is refused", async () => {
    await assert.rejects(
      createHttpClient()({ method: "GET", url: `http://127.0.0.1:${await freePort()}/` }),
      failed("network", /refuses the connection \(ECONNREFUSED\)/),
    );
  });

  it("ends with the caller's signal", async () => {
    const signal = AbortSignal.abort();

    await assert.rejects(createHttpClient()({ method: "GET", url: `${upstreamUrl}/silent`, signal }), {
      name: "AbortError",
    });
  });

  describe("through a proxy that intercepts TLS with an authority of its own", () => {
    let proxy: Mockttp;
    let caFile: string;
    before(async () => {
      const ca = await generateCACertificate({ commonName: "Contoso Proxy CA" });
      caFile = join(folder, "ca.pem");
      writeFileSync(caFile, ca.cert);
      proxy = getLocal({ https: ca });
      await proxy.start();
      await proxy.forAnyRequest().forHostname("dev.azure.com").thenForwardTo(upstreamUrl);
    });
    after(() => proxy.stop());

    const proxyUrl = () => `http://127.0.0.1:${proxy.port}`;

    it("reaches the service when the authority is in the bundle", async () => {
      const http = createHttpClient({ proxyUrl: proxyUrl(), caBundle: caFile });

      const answer = await http({ method: "PATCH", url: "https://dev.azure.com/contoso/x", body: "{}" });

      assert.deepEqual([answer.status, answer.text], [200, "hello {}"]);
      assert.deepEqual(seen, [{ method: "PATCH", url: "/contoso/x", body: "{}" }]);
    });

    it("does not trust the authority by itself, and says what adds it", async () => {
      await assert.rejects(
        createHttpClient({ proxyUrl: proxyUrl() })({ method: "GET", url: "https://dev.azure.com/contoso" }),
        failed(
          "network",
          /^dev\.azure\.com does not answer through the proxy 127\.0\.0\.1:\d+: its certificate comes from an authority that is not trusted \(AZP_CA_BUNDLE adds one\)/,
        ),
      );
    });

    it("goes around the proxy where NO_PROXY says so", async () => {
      const http = createHttpClient({ proxyUrl: `http://127.0.0.1:${await freePort()}`, noProxy: "127.0.0.0/8" });

      assert.equal((await http({ method: "GET", url: upstreamUrl })).status, 200);
    });
  });

  describe("through a proxy that asks for a password", () => {
    let proxy: Server;
    let proxyUrl: string;
    before(async () => {
      proxy = createServer();
      proxy.on("connect", (request, socket) => {
        if (request.headers["proxy-authorization"] !== `Basic ${Buffer.from("me:p@ss").toString("base64")}`) {
          socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
          return;
        }
        if (request.url?.startsWith("blocked.example") === true) {
          socket.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n");
          return;
        }
        const [host = "", port = ""] = (request.url ?? "").split(":");
        const onward = connectSocket(Number(port), host, () => {
          socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
          onward.pipe(socket).pipe(onward);
        });
        onward.on("error", () => socket.destroy());
        socket.on("error", () => onward.destroy());
      });
      proxyUrl = await listen(proxy);
    });
    after(() => {
      proxy.closeAllConnections();
      proxy.close();
    });

    it("takes user and password from the proxy's URL", async () => {
      const http = createHttpClient({ proxyUrl: proxyUrl.replace("//", "//me:p%40ss@") });

      assert.equal((await http({ method: "GET", url: upstreamUrl })).text, "hello ");
    });

    it("says that the proxy wants them, without showing what it got", async () => {
      await assert.rejects(
        createHttpClient({ proxyUrl: proxyUrl.replace("//", "//me:wrong@") })({ method: "GET", url: upstreamUrl }),
        (error: unknown) => {
          assert.ok(error instanceof ServiceCallError);
          assert.match(error.message, /^The proxy 127\.0\.0\.1:\d+ opens no way to .*: 407 .*AZP_PROXY_URL/);
          assert.doesNotMatch(error.message, /wrong|me:/);
          return true;
        },
      );
    });

    it("does not take a refusal of the proxy for one of the service", async () => {
      await assert.rejects(
        createHttpClient({ proxyUrl: proxyUrl.replace("//", "//me:p%40ss@") })({
          method: "GET",
          url: "https://blocked.example/",
        }),
        failed("network", /^The proxy .* opens no way to blocked\.example: 403 Forbidden\. Ask who runs the proxy\.$/),
      );
    });
  });

  it("says when it is the proxy that does not answer", async () => {
    const http = createHttpClient({ proxyUrl: `http://me:s3cret@127.0.0.1:${await freePort()}` });

    await assert.rejects(
      http({ method: "GET", url: "https://dev.azure.com/contoso" }),
      failed(
        "network",
        /^The proxy 127\.0\.0\.1:\d+, which is the way to dev\.azure\.com, does not answer: it refuses the connection \(ECONNREFUSED\)\.$/,
      ),
    );
  });

  it("refuses a bundle that is missing, and one that holds no certificate", () => {
    const empty = join(folder, "empty.pem");
    writeFileSync(empty, "nothing");

    for (const caBundle of [join(folder, "missing.pem"), empty]) {
      assert.throws(
        () => createHttpClient({ caBundle }),
        (error: unknown) => error instanceof SupervisorError && error.reason === "configuration",
      );
    }
  });
});

async function listen(server: Server | ReturnType<typeof createSocketServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  );
}

async function eventually(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 5000;
  while (!(await isTrue())) {
    assert.ok(Date.now() < deadline, "it did not come true within 5 s");
    await new Promise((resolve) => setImmediate(resolve));
  }
}
