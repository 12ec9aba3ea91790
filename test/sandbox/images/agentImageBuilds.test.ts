import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { packContext } from "../../../builds/context/packContext";
import { imageContext } from "../../../components/imageBuild/imageContext";
import { bundle } from "../../../images/bundle";
import { AgentImage } from "../../../sandbox/images/agentImage";
import { baseContents } from "../../../sandbox/images/bases/baseContents";
import { BuiltImageContents } from "../../../sandbox/images/builtImageContents";
import { PathMapping } from "../../../sandbox/kubernetes/kubelet/processes/pathMapping";
import { loginServer, ImageBuilds } from "./support/imageBuilds";

const systems = [
  {
    os: "windows",
    image: "agents/windows2022:1",
    base: "mcr.microsoft.com/windows/servercore:ltsc2022",
    argument: "WINDOWS_BASE",
    osVersion: "10.0.20348",
    entrypoint: ["C:\\azp\\node\\node.exe", "C:\\azp\\supervisor.js", "run"],
    workingDirectory: "C:\\azp",
    ca: "C:\\azp\\sandbox-ca.crt",
    ownVariables: { OS: "Windows_NT" },
  },
  {
    os: "linux",
    image: "agents/linux:1",
    base: "docker.io/library/ubuntu:24.04",
    argument: "LINUX_BASE",
    osVersion: undefined,
    entrypoint: ["/usr/bin/tini", "--", "/azp/node/bin/node", "/azp/supervisor.js", "run"],
    workingDirectory: "/azp",
    ca: "/azp/sandbox-ca.crt",
    ownVariables: { LANG: "C.UTF-8" },
  },
] as const;

for (const { os, image, base, argument, osVersion, entrypoint, workingDirectory, ca, ownVariables } of systems) {
  describe(`the agent image for ${os}, built from its Dockerfile`, () => {
    let builds: ImageBuilds;
    let contents: BuiltImageContents;
    let digest: string;
    let log: readonly string[];

    before(async () => {
      builds = await ImageBuilds.start();
      const caFile = join(builds.folder, "ca.crt");
      writeFileSync(caFile, "the sandbox's certificate");
      const agent = new AgentImage(join(builds.folder, "agent"));
      const bases = baseContents(agent, async () => ({ metadataHost: "127.0.0.1:4711", caFile }));
      contents = new BuiltImageContents(builds.registry, bases, join(builds.folder, "built"));
      ({ digest, log } = await build(image, `${os}/Dockerfile`));
    });

    after(() => builds.stop());

    async function build(name: string, dockerfile: string): Promise<{ digest: string; log: readonly string[] }> {
      const archive = join(builds.folder, "images.tar.gz");
      await pipeline(packContext(await imageContext("images", dockerfile)), createWriteStream(archive));
      const outcome = await builds.buildArchive(archive, {
        dockerfile,
        imageNames: [name],
        platform: { os, architecture: "amd64" },
        buildArguments: [
          { name: argument, value: base, isSecret: false },
          { name: "AGENT_VERSION", value: "5.278.0", isSecret: false },
        ],
      });
      assert.ok(outcome.digest !== undefined, outcome.log.join("\n"));
      return { digest: outcome.digest, log: outcome.log };
    }

    async function pull() {
      const [repository = ""] = image.split(":");
      const registry = builds.images.registryAt(loginServer);
      const found = registry && builds.images.find(registry, repository, { digest });
      assert.ok(found?.kind === "built");
      return contents.pull({ loginServer, repository, digest }, found);
    }

    /** Lays the image out as a container would have it. */
    async function lay(name: string): Promise<PathMapping> {
      const { lay: layImage } = await pull();
      const root = join(builds.folder, name);
      mkdirSync(root);
      await layImage?.(root);
      return new PathMapping(root, os);
    }

    it("says which system it is for, and what its label names", () => {
      const config = builds.config(image);
      assert.deepEqual([config.os, config["os.version"]], [os, osVersion]);
      const labels = config.config["Labels"] as Record<string, string>;
      assert.equal(labels["aks-agents.agent-version"], "5.278.0");
      assert.equal(labels["org.opencontainers.image.base.name"], base);
    });

    it("holds the bundles of this checkout", async () => {
      assert.equal(builds.text("azp/supervisor.js", image), await bundle("supervisor"));
      assert.ok(builds.files(image).includes("azp/fleet.js"));
    });

    it("is the same when it is built again", async () => {
      assert.equal((await build(image, `${os}/Dockerfile`)).digest, digest);
    });

    it("says of every RUN that it was not executed", () => {
      const runs = log.filter((line) => /^Step \S+ : RUN /.test(line)).length;
      assert.ok(runs > 5);
      assert.equal(log.filter((line) => line.includes("Not executed")).length, runs);
    });

    it("starts its entry point where the Dockerfile says, with what reaches the emulated cloud", async () => {
      const settings = await pull();
      assert.deepEqual([settings.entrypoint, settings.workingDirectory], [entrypoint, workingDirectory]);
      assert.deepEqual(settings.environment, {
        ...ownVariables,
        AZP_SERVICE_ACCOUNT_FOLDER: "/var/run/secrets/kubernetes.io/serviceaccount",
        ARM_METADATA_HOSTNAME: "127.0.0.1:4711",
        NODE_EXTRA_CA_CERTS: ca,
      });
    });

    it("has in a container the supervisor that was built, a Node and the agent", async () => {
      const mapping = await lay("container");
      assert.equal(readFileSync(join(mapping.root, "azp/supervisor.js"), "utf8"), await bundle("supervisor"));
      const [program = "", ...rest] = entrypoint.slice(0, -1).map((word) => mapping.inText(word));
      execFileSync(program, [...rest.slice(0, -1), "--check", rest.at(-1) ?? ""]);
      assert.ok(existsSync(join(mapping.root, "azp/agent/bin/Agent.Listener")));
      assert.equal(readFileSync(mapping.inText(ca), "utf8"), "the sandbox's certificate");
    });

    it("finds fleet in a container's PATH", async () => {
      const { root } = await lay("jobs");
      const shown = execFileSync("fleet", ["build", "--help"], {
        encoding: "utf8",
        env: { PATH: `${join(root, "usr/local/bin")}:/usr/bin:/bin` },
      });
      assert.match(shown, /Usage: fleet build/);
    });

    it("gives each container files of its own", async () => {
      const [one, two] = [await lay("one"), await lay("two")];
      writeFileSync(join(one.root, "azp/fleet.js"), "changed by a job");
      assert.notEqual(readFileSync(join(two.root, "azp/fleet.js"), "utf8"), "changed by a job");
    });

    it("is a base for images of users, whose files lie over it", async () => {
      const own = await builds.build(
        {
          Dockerfile: `FROM ${loginServer}/${image}\nCOPY tool.txt /azp/tools/\nCOPY supervisor.js /azp/\nENV TOOL=1\n`,
          "tool.txt": "tool",
          "supervisor.js": "// another one",
        },
        { imageNames: ["teams/dotnet:1"], platform: { os, architecture: "amd64" } },
      );
      assert.ok(own.digest !== undefined, own.log.join("\n"));
      const {
        environment,
        entrypoint: inherited,
        lay: layImage,
      } = await contents.pull({ loginServer, repository: "teams/dotnet", digest: own.digest }, { os });
      assert.equal(environment?.["TOOL"], "1");
      assert.deepEqual(inherited, entrypoint);
      const root = join(builds.folder, "users");
      mkdirSync(root);
      await layImage?.(root);
      assert.equal(readFileSync(join(root, "azp/tools/tool.txt"), "utf8"), "tool");
      assert.equal(readFileSync(join(root, "azp/supervisor.js"), "utf8"), "// another one");
      assert.equal(builds.config("teams/dotnet:1")["os.version"], osVersion);
    });
  });
}
