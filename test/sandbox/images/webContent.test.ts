import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../../sandbox/freePort";
import { waitFor } from "../../../sandbox/kubernetes/waitFor";
import { webContent } from "../../../sandbox/images/bases/webContent";
import type { ImageFacts } from "../../../sandbox/images/bases/baseContent";

const iis = "mcr.microsoft.com/windows/servercore/iis:windowsservercore-ltsc2022";
const nginx = "docker.io/nginxinc/nginx-unprivileged:1.30.4-alpine";

function windowsImage(...ports: string[]): ImageFacts {
  const ExposedPorts = Object.fromEntries(ports.map((port) => [port, {}]));
  return { os: "windows", publicBase: iis, config: { Entrypoint: ["C:\\ServiceMonitor.exe", "w3svc"], ExposedPorts } };
}

function linuxImage(port: string, changes: Partial<ImageFacts["config"]> = {}): ImageFacts {
  const ExposedPorts = { [port]: {} };
  return {
    os: "linux",
    publicBase: nginx,
    config: { Entrypoint: ["/docker-entrypoint.sh"], ExposedPorts, ...changes },
  };
}

describe("stand-ins for web servers", function () {
  this.timeout(20_000);
  let folder: string;
  let child: ChildProcess | undefined;
  let printed = "";

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "aks-agents-web-"));
  });
  afterEach(() => {
    child?.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });

  /** Starts a program of the image as a container would, and waits for its first line. */
  async function start(image: ImageFacts, program: string, args: readonly string[], address: string): Promise<void> {
    const content = webContent(image);
    assert.ok(content);
    await content.lay(folder, image);
    const { PATH } = process.env;
    const env = { PATH: `${join(folder, "usr/bin")}:${PATH}`, SANDBOX_POD_ADDRESS: address };
    const started = spawn(join(folder, program), args, { env, stdio: ["ignore", "pipe", "pipe"] });
    child = started;
    printed = "";
    await new Promise<void>((resolve) => {
      for (const stream of [started.stdout, started.stderr]) {
        stream.on("data", (piece: Buffer) => {
          printed += piece.toString();
          resolve();
        });
      }
    });
  }

  it("IIS: serves wwwroot on the first exposed port that needs no rights, on the pod's address alone", async () => {
    const port = await freePort();
    await start(windowsImage("80/tcp", `${port}/tcp`, "9999/tcp"), "ServiceMonitor.exe", ["w3svc"], "127.9.0.2");
    writeFileSync(join(folder, "inetpub/wwwroot/index.html"), "<p>page</p>");
    const answer = await fetch(`http://127.9.0.2:${port}/`);
    assert.equal(await answer.text(), "<p>page</p>");
    assert.match(answer.headers.get("content-type") ?? "", /^text\/html/);
    assert.equal(answer.headers.get("server"), "sandbox (for IIS)");
    await assert.rejects(fetch(`http://127.0.0.1:${port}/`));
  });

  it("nginx: is started by the entry point of its image, also where the machine has an nginx", async () => {
    const port = await freePort();
    await start(linuxImage(`${port}/tcp`), "docker-entrypoint.sh", ["nginx", "-g", "daemon off;"], "127.9.0.3");
    writeFileSync(join(folder, "usr/share/nginx/html/a.txt"), "a");
    const answers = await Promise.all(
      ["a.txt", "none.txt", "../../../../.sandbox/webServer.js"].map((path) =>
        fetch(`http://127.9.0.3:${port}/${path}`),
      ),
    );
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 404, 404],
    );
    const line =
      /127\.[\d.]+ - - \[\d\d\/[A-Z][a-z]{2}\/\d{4}:[\d:]{8} \+0000\] "GET \/a\.txt HTTP\/1\.1" 200 1 "-" ".+"\n/;
    await waitFor(async () => line.test(printed), { what: "the line of the request", timeoutMilliseconds: 10_000 });
  });

  it("ends when it is asked to", async () => {
    await start(linuxImage(`${await freePort()}/tcp`), "docker-entrypoint.sh", ["nginx"], "127.9.0.4");
    const ended = new Promise((resolve) => child?.once("exit", resolve));
    child?.kill("SIGTERM");
    assert.equal(await ended, 0);
  });

  it("says why it cannot listen", async () => {
    // Reserved for documentation (RFC 5737): no machine has it.
    await start(linuxImage(`${await freePort()}/tcp`), "docker-entrypoint.sh", ["nginx"], "192.0.2.1");
    assert.match(
      printed,
      /cannot listen on 192\.0\.2\.1:\d+: the loopback interface of this machine has no such address/,
    );
  });

  for (const [what, image] of [
    ["that exposes ports of the administrator's alone", windowsImage("80/tcp")],
    ["with an entry point of its own", linuxImage("8080/tcp", { Entrypoint: ["/app/server"] })],
    ["on another base", { ...linuxImage("8080/tcp"), publicBase: "docker.io/library/ubuntu:24.04" }],
  ] as const) {
    it(`there is none for an image ${what}`, () => {
      assert.equal(webContent(image), undefined);
    });
  }
});
