import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AddressInfo } from "node:net";
import { checkServerIdentity, connect, type PeerCertificate } from "node:tls";
import { buffer } from "node:stream/consumers";
import { CertificateAuthority } from "../../../sandbox/tls/certificateAuthority";
import { startTlsFront, type TlsFront } from "../../../sandbox/tls/tlsFront";

const folder = mkdtempSync(join(tmpdir(), "tls-front-"));

interface Reply {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

describe("A TLS front", () => {
  const authority = CertificateAuthority.open(folder);
  const closing: (() => unknown)[] = [];

  after(async () => {
    for (const close of closing) {
      await close();
    }
    rmSync(folder, { recursive: true });
  });

  /** A front before a server that does as told. */
  async function frontOf(listener: RequestListener, names?: readonly string[]): Promise<TlsFront> {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const front = await startTlsFront({ target, authority, ...(names === undefined ? {} : { names }) });
    closing.push(
      () => front.close(),
      () => server.close(),
    );
    return front;
  }

  function send(url: string, options: { method?: string; headers?: IncomingHttpHeaders; body?: Buffer } = {}) {
    return new Promise<Reply>((resolve, reject) => {
      const { body, ...rest } = options;
      const sent = request(url, { ...rest, ca: readFileSync(authority.caFile), agent: false }, (response) => {
        buffer(response).then(
          (text) => resolve({ status: response.statusCode, headers: response.headers, body: text }),
          reject,
        );
      });
      sent.on("error", reject).end(body);
    });
  }

  it("passes method, path, headers and status, and tells the server how it was reached", async () => {
    const front = await frontOf((received, response) => {
      const { method, url, headers } = received;
      response
        .writeHead(418, { "x-answer": "yes", "set-cookie": ["a=1", "b=2"] })
        .end(JSON.stringify({ method, url, headers }));
    });
    const reply = await send(`${front.url}//other.example/path?a=%2F`, { method: "PATCH", headers: { "x-ask": "1" } });
    const seen = JSON.parse(reply.body.toString()) as { method: string; url: string; headers: IncomingHttpHeaders };
    assert.equal(reply.status, 418);
    assert.equal(reply.headers["x-answer"], "yes");
    assert.deepEqual(reply.headers["set-cookie"], ["a=1", "b=2"]);
    assert.deepEqual([seen.method, seen.url, seen.headers["x-ask"]], ["PATCH", "//other.example/path?a=%2F", "1"]);
    assert.equal(seen.headers["x-forwarded-proto"], "https");
    assert.equal(seen.headers["x-forwarded-host"], `127.0.0.1:${front.port}`);
  });

  it("does not believe a client that claims to be forwarded", async () => {
    const front = await frontOf(({ headers }, response) => response.end(headers["x-forwarded-host"]));
    const { body } = await send(front.url, { headers: { "x-forwarded-host": "evil.example" } });
    assert.equal(body.toString(), `127.0.0.1:${front.port}`);
  });

  it("passes a large upload and a large answer unchanged", async () => {
    const front = await frontOf((received, response) => void received.pipe(response));
    const body = randomBytes(40 * 1024 * 1024);
    const reply = await send(front.url, { method: "PUT", body });
    const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
    assert.equal(digest(reply.body), digest(body));
  });

  it("passes an answer on while the server still writes it", async () => {
    let finish = () => undefined as void;
    const front = await frontOf((_received, response) => {
      response.write("first");
      finish = () => void response.end("last");
    });
    const parts: string[] = [];
    await new Promise<void>((resolve, reject) => {
      const sent = request(front.url, { ca: readFileSync(authority.caFile), agent: false }, (response) => {
        response.on("data", (part: Buffer) => {
          parts.push(part.toString());
          finish();
        });
        response.on("end", resolve);
      });
      sent.on("error", reject).end();
    });
    assert.deepEqual(parts, ["first", "last"]);
  });

  it("passes the answer of a server that does not read the body", async () => {
    const front = await frontOf((_received, response) => void response.writeHead(413).end("too large"));
    const reply = await send(front.url, { method: "PUT", body: randomBytes(1024 * 1024) });
    assert.deepEqual([reply.status, reply.body.toString()], [413, "too large"]);
  });

  it("leaves the server when the client has left", async () => {
    let left: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => (left = resolve));
    const front = await frontOf((_received, response) => {
      response.on("close", left);
      client.destroy();
    });
    const client = request(front.url, { ca: readFileSync(authority.caFile), agent: false });
    client.on("error", () => undefined).end();
    await gone;
  });

  it("answers 502 when nobody is behind it", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const front = await startTlsFront({ target: `http://127.0.0.1:${port}`, authority });
    closing.push(() => front.close());
    assert.equal((await send(front.url)).status, 502);
  });

  it("shows a certificate for loopback and for the further names that it was given", async () => {
    const front = await frontOf((_received, response) => void response.end(), ["agents4711.azurecr.io"]);
    const certificate = await new Promise<PeerCertificate>((resolve, reject) => {
      const socket = connect({ port: front.port, host: "127.0.0.1", ca: readFileSync(authority.caFile) }, () => {
        resolve(socket.getPeerCertificate());
        socket.destroy();
      });
      socket.on("error", reject);
    });
    for (const name of ["127.0.0.1", "localhost", "agents4711.azurecr.io"]) {
      assert.equal(checkServerIdentity(name, certificate), undefined);
    }
    assert.match(String(checkServerIdentity("other.azurecr.io", certificate)), /ALTNAME_INVALID|does not match/);
  });

  it("is trusted by nobody who was not told of the authority", async () => {
    const front = await frontOf((_received, response) => void response.end());
    await assert.rejects(fetch(front.url), (error: Error) => /unable to verify|self-signed/.test(String(error.cause)));
  });
});

describe("The sandbox's certificate authority", () => {
  it("is made once in a folder, and its key is its owner's alone", () => {
    const folderOfAuthority = mkdtempSync(join(tmpdir(), "authority-"));
    const first = readFileSync(CertificateAuthority.open(folderOfAuthority).caFile, "utf8");
    assert.equal(readFileSync(CertificateAuthority.open(folderOfAuthority).caFile, "utf8"), first);
    assert.equal(statSync(join(folderOfAuthority, "ca.key")).mode & 0o777, 0o600);
    rmSync(folderOfAuthority, { recursive: true });
  });
});
