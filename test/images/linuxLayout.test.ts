import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../package.json";
import { writeBundle } from "../../images/bundle";
import { Fixture } from "../sandbox/azuredevops/fixture";
import { command, succeed } from "./support/command";
import { unpackedDebianPackage } from "./support/debianPackage";
import { imagesFolder, readDockerfile } from "./support/dockerfile";
import { buildImage, containerCommand, runInImage, type BuiltImage } from "./support/imageBuild";
import { layImageParts } from "./support/imageParts";
import { childrenOf, descendantsOf, userOf } from "./support/machineProcesses";
import { Publishers, sha256 } from "./support/publishers";
import { unavailable } from "./support/unavailable";

/**
 * The Linux image, carried out from its Dockerfile without a daemon: everything but the packages of the distribution, for which
 * the machine's own stand. Parts come from loopback, through the Dockerfile's own download and verification.
 */
describe("the Linux image", function () {
  this.timeout(180_000);
  const publishers = new Publishers();
  const processes: ChildProcess[] = [];
  let folder: string;
  let tini: string;
  let given: Record<string, string>;
  let image: BuiltImage;

  before(async function () {
    if (process.getuid?.() !== 0) unavailable(this, "only root can lay out files of several users");
    const isolated = await command("unshare", ["--mount", "--pid", "--fork", "true"]);
    if (isolated.code !== 0) unavailable(this, `no namespaces of its own: ${isolated.output.trim()}`);
    const found = await unpackedDebianPackage("tini");
    if ("missing" in found) unavailable(this, found.missing);
    tini = found.folder;

    folder = mkdtempSync(join(tmpdir(), "image-"));
    const context = join(folder, "context");
    cpSync(join(imagesFolder, "linux"), join(context, "linux"), { recursive: true });
    cpSync(join(imagesFolder, "node-LICENSE.txt"), join(context, "node-LICENSE.txt"));
    await writeBundle("supervisor", join(context, "dist", "supervisor.js"));
    await writeBundle("fleet", join(context, "dist", "fleet.js"));
    await layCertificateAuthority(join(context, "linux", "ca"));
    await publishers.start();
    given = { IMAGE_VERSION: "1.4.0", IMAGE_SOURCE: "https://example.org/fleet", AGENT_VERSION: "5.278.0" };
    mkdirSync(join(folder, "parts"));
    for (const [part, content] of Object.entries(await layImageParts(join(folder, "parts")))) {
      publishers.files.set(`/${part}`, content);
      given[`${part}_URL`] = `${publishers.url}/${part}`;
      given[`${part}_SHA256`] = sha256(content).toUpperCase();
    }
    image = await build("image");
  });

  after(async () => {
    for (const child of processes) child.kill("SIGKILL");
    await publishers.stop();
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });

  function build(name: string, others: Record<string, string> = {}): Promise<BuiltImage> {
    const options = {
      context: join(folder, "context"),
      arguments: { ...given, ...others },
      folder: join(folder, name),
    };
    mkdirSync(options.folder);
    return buildImage(readDockerfile("linux"), {
      ...options,
      instead: async (step, root) => {
        if (!step.includes("install-packages.sh")) return false;
        await succeed("cp", ["--archive", `${tini}/.`, root]);
        return true;
      },
    });
  }

  async function inImage(...words: string[]): Promise<string> {
    const { code, output } = await runInImage(image, words);
    assert.equal(code, 0, output);
    return output.trim();
  }

  it("is run by user 1000, who has a name and a home", async () => {
    assert.equal(await inImage("id", "--user"), "1000");
    assert.equal(await inImage("id", "--user", "--name"), "agent");
    assert.equal(await inImage("stat", "--format=%u", "/home/agent"), "1000");
  });

  it("lets its user write where the agent and the supervisor need it, and nowhere else", async () => {
    const writable = await inImage("find", "/azp", "/opt", "/usr/local", "-maxdepth", "1", "-writable");
    assert.deepEqual(writable.split("\n").sort(), ["/azp/agent", "/azp/run"]);
    assert.deepEqual(
      (await inImage("find", "/azp", "-not", "-user", "0", "-not", "-path", "/azp/agent/*")).split("\n").sort(),
      ["/azp/agent", "/azp/run"],
    );
    assert.equal(await inImage("find", "/azp/agent", "-not", "-user", "1000"), "");
    assert.equal(await inImage("stat", "--format=%a", "/azp/run"), "700");
    assert.equal((await runInImage(image, ["ls", "/build"])).code, 2, "nothing of the build is left");
  });

  it("has a copy of the agent package's Node outside the agent's folder, with its licence", async () => {
    assert.ok(lstatSync(join(image.root, "azp/node/bin/node")).isFile());
    assert.equal(await inImage("/azp/node/bin/node", "--version"), process.version);
    assert.equal(await inImage("head", "--lines=1", "/azp/node/LICENSE"), "Node.js is licensed for use as follows:");
  });

  it("has fleet and the tools on PATH", async () => {
    assert.equal(await inImage("fleet", "--version"), version);
    assert.equal(await inImage("pwsh"), "PowerShell stand-in");
    assert.equal(await inImage("az", "version"), "az stand-in -Im azure.cli version");
    assert.equal(await inImage("kubectl"), "kubectl stand-in");
  });

  it("trusts the certificate authorities of the checkout", async () => {
    const authority = readFileSync(join(folder, "context", "linux", "ca", "contoso.crt"), "utf8").trim();
    assert.ok((await inImage("cat", "/etc/ssl/certs/ca-certificates.crt")).includes(authority));
    assert.match(await inImage("ls", "/etc/ssl/certs"), /^contoso\.pem$/m);
  });

  it("says in its labels what it is", () => {
    assert.deepEqual(image.labels, {
      "org.opencontainers.image.title": "aks-agents/linux",
      "org.opencontainers.image.source": "https://example.org/fleet",
      "org.opencontainers.image.version": "1.4.0",
      "org.opencontainers.image.base.name": "docker.io/library/ubuntu:24.04",
      "org.opencontainers.image.licenses": "Apache-2.0",
      "aks-agents.agent-version": "5.278.0",
    });
  });

  it("is not built from a part with another checksum", async () => {
    const failure: unknown = await build("wrong", { KUBECTL_SHA256: "0".repeat(64) }).catch((error: unknown) => error);
    assert.match(String(failure), /KUBECTL has SHA-256 [0-9a-f]{64}, but pins\.json expects 0{64}\./);
  });

  it("starts the supervisor, which ends with the code for its configuration when there is none", async () => {
    const { code, output } = await runInImage(image, image.entryPoint);
    assert.equal(code, 10, output);
    assert.match(output, /AZP_URL/);
  });

  describe("with an organisation", () => {
    let service: Fixture;

    before(async () => {
      service = await Fixture.open({ messagePollSeconds: 1 });
      await service.request("POST", "_apis/distributedtask/pools", { name: "linux" });
      mkdirSync(join(image.root, "secret"), { recursive: true });
      writeFileSync(join(image.root, "secret", "token"), await service.token());
      // Short waits of the stand-in agent.
      const patience = { pollPauseSeconds: 0.05, retrySeconds: 0.1, renewSeconds: 0.2, cancelSeconds: 0.3 };
      writeFileSync(join(image.root, "azp/agent/.standin.json"), JSON.stringify(patience));
    });

    after(() => service.close());

    it("runs jobs as user 1000; 100 orphans of a job leave no zombies; SIGTERM takes the agent out of service", async () => {
      const environment = {
        AZP_URL: service.organizationUrl,
        AZP_POOL: "linux",
        AZP_AGENT_NAME: "linux-a-5d8f7-x2x4z",
        AZP_TOKEN_FILE: "/secret/token",
      };
      const [program = "", ...words] = containerCommand(image, environment);
      const container = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"] });
      processes.push(container);
      let output = "";
      for (const stream of [container.stdout, container.stderr])
        stream.on("data", (chunk) => (output += String(chunk)));
      const ended = new Promise<number | null>((resolve) => container.once("close", resolve));
      const until = async <T>(what: string, ask: () => Promise<T | undefined> | T | undefined): Promise<T> => {
        const deadline = Date.now() + 60_000;
        for (;;) {
          const answer = await ask();
          if (answer !== undefined) return answer;
          if (Date.now() > deadline || container.exitCode !== null) assert.fail(`no ${what}\n${output}`);
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      };
      const job = async (body: Record<string, unknown>): Promise<number> => {
        const answer = await service.administer("POST", "pools/linux/jobs", { seconds: 0.1, ...body });
        const queued: unknown = Array.isArray(answer.value)
          ? Reflect.get(Object(answer.value[0]), "requestId")
          : undefined;
        assert.equal(typeof queued, "number", JSON.stringify(answer));
        return Number(queued);
      };
      const jobEnds = (id: number) =>
        until("result", async () => (await service.administer("GET", `pools/linux/jobs/${id}`)).result ?? undefined);

      const init = await until("init process", () =>
        childrenOf(container.pid ?? 0).find(({ name }) => name === "tini"),
      );
      const supervisor = await until("supervisor", () => childrenOf(init.pid)[0]);
      assert.deepEqual([userOf(init.pid), userOf(supervisor.pid)], [1000, 1000]);

      await until("agent that listens", () => /Online after/.test(output) || undefined);
      assert.equal(await jobEnds(await job({ script: 'test "$(id --user)" = 1000' })), "succeeded");

      const orphans = () => childrenOf(init.pid).filter(({ name }) => name === "sleep");
      const spawning = await job({ script: "for each in $(seq 100); do (sleep 5 &); done" });
      assert.equal(await jobEnds(spawning), "succeeded");
      await until("orphans", () => (orphans().length === 100 ? true : undefined));
      await until("end of the orphans", () => (orphans().length === 0 ? true : undefined));
      const left = descendantsOf(init.pid);
      assert.deepEqual(
        left.filter(({ state }) => state === "Z"),
        [],
      );
      assert.ok(left.some(({ pid }) => pid === supervisor.pid));

      process.kill(init.pid, "SIGTERM");
      assert.equal(await ended, 0, output);
      const { body } = await service.request("GET", "_apis/distributedtask/pools?poolName=linux");
      const pools: unknown = body.value;
      const id: unknown = Array.isArray(pools) ? Reflect.get(Object(pools[0]), "id") : undefined;
      const agents = await service.request("GET", `_apis/distributedtask/pools/${String(id)}/agents`);
      assert.deepEqual(agents.body.value, []);
    });
  });
});

describe("the Node of the Linux image", () => {
  let folder: string;

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "node-"))));
  afterEach(() => rmSync(folder, { recursive: true }));

  async function chosen(versions: Readonly<Record<string, string>>): Promise<{ code: number; output: string }> {
    for (const [name, nodeVersion] of Object.entries(versions)) {
      mkdirSync(join(folder, "externals", name, "bin"), { recursive: true });
      writeFileSync(join(folder, "externals", name, "bin", "node"), `#!/bin/sh\necho v${nodeVersion}\n`, {
        mode: 0o755,
      });
    }
    const script = join(imagesFolder, "linux", "build", "copy-node.sh");
    return command("bash", [script, join(folder, "externals"), join(folder, "node")]);
  }

  it("is the highest by version, not by name", async () => {
    const { code, output } = await chosen({
      node9: "9.11.2",
      node: "6.17.1",
      node20_1: "20.20.2",
      node24: "24.18.0",
      node16: "16.20.2",
    });
    assert.equal(code, 0, output);
    assert.equal((await command(join(folder, "node", "bin", "node"), [])).output, "v24.18.0\n");
  });

  it("is at least 20", async () => {
    const { code, output } = await chosen({ node10: "10.24.1", node16: "16.20.2" });
    assert.equal(code, 1);
    assert.match(output, /no Node 20 or newer/);
  });
});

async function layCertificateAuthority(folder: string): Promise<void> {
  const subject = ["-subj", "/CN=Contoso test authority", "-days", "1", "-nodes"];
  const files = ["-keyout", join(folder, "..", "..", "..", "authority.key"), "-out", join(folder, "contoso.crt")];
  await succeed("openssl", ["req", "-x509", "-newkey", "rsa:2048", ...subject, ...files]);
}
