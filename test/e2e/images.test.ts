import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Directory } from "../../sandbox/entra/directory";
import { waitFor } from "../../sandbox/kubernetes/waitFor";
import { record } from "../sandbox/azuredevops/fixture";
import { AgentFleet } from "../support/agentFleet";
import { changesIn, type Report } from "../support/engineReport";
import { ProgramCopy } from "../support/programCopy";
import { sandboxProcesses } from "../support/sandboxProcesses";
import { TestStack } from "../support/testStack";

const small = { nodes: { max: 1 }, jobTimeoutMinutes: 15 };
const net = { name: "net", os: "windows2022", imageContext: "samples/agent-dotnet", ...small };
const linux = { name: "linux", os: "linux", ...small };

describe("images of the agents", function () {
  this.timeout("6m");
  let program: ProgramCopy;
  let fleet: AgentFleet;

  before(async () => {
    program = new ProgramCopy();
    const options = { program: program.folder };
    fleet = await AgentFleet.open("pr", { "aks-agents:agents": [net, linux] }, undefined, options);
  });
  after(async () => {
    await fleet?.remove();
    program.remove();
  });

  /** Runs of the registry's task service, the oldest first. */
  async function runs() {
    const { registryId } = await fleet.stack.outputs();
    const { value } = await fleet.clouds.azureById(`${String(registryId)}/runs`, "2019-06-01-preview");
    assert.ok(Array.isArray(value));
    return value.map((run) => record(record(run)["properties"])).reverse();
  }

  const imageOf = async (name: string) =>
    (await fleet.pods(fleet.classOf(name)))[0]?.spec?.containers.find((container) => container.name === "agent")?.image;

  const changedNames = (report: Report) =>
    changesIn(report)
      .map(({ name }) => name)
      .sort();

  const said = ({ diagnostics }: Report) => diagnostics.map(({ message }) => message).join("\n");

  it("are built by the first update, one for each system and one for the class with a folder", async () => {
    const built = (await runs()).map(({ status, platform, outputImages }) => {
      const [image] = (outputImages as unknown[]).map(record);
      return [String(image?.["repository"]), record(platform)["os"], status];
    });
    assert.deepEqual(built.sort(), [
      ["agents/classes/net", "Windows", "Succeeded"],
      ["agents/linux", "Linux", "Succeeded"],
      ["agents/windows2022", "Windows", "Succeeded"],
    ]);
  });

  it("run by the digest that the registry gave them, and their agents are online", async () => {
    const outputs = (await runs()).flatMap(({ outputImages }) => (outputImages as unknown[]).map(record));
    for (const [name, repository] of [
      ["net", "agents/classes/net"],
      ["linux", "agents/linux"],
    ] as const) {
      const built = outputs.find((image) => image["repository"] === repository);
      assert.equal(await imageOf(name), `${String(built?.["registry"])}/${repository}@${String(built?.["digest"])}`);
      const agents = await fleet.jobs.agents(fleet.classOf(name).pool);
      assert.deepEqual(
        agents.map(({ online }) => online),
        [true],
      );
    }
  });

  it("are not built again when nothing has changed", async () => {
    const before = await runs();
    assert.deepEqual(changedNames(await fleet.stack.up()), []);
    assert.deepEqual(await runs(), before);
  });

  it("are built again where a file of theirs has changed, and roll only their agents, which lose no job", async () => {
    const before = await runs();
    const windowsImage = await imageOf("net");
    appendFileSync(join(program.folder, "images", "linux", "build", "install-packages.sh"), "# changed\n");
    const { pool } = fleet.classOf("linux");
    const queued = await fleet.jobs.queue(pool, { seconds: 10 });
    await fleet.jobs.running(pool, queued);
    const up = await fleet.stack.up();
    assert.deepEqual(changedNames(up), ["linux-a-deployment", "linux-image-build", "linux-pruning-job"]);
    assert.match(said(up), /agents\/linux is built again: files below images\/ have changed\..* linux-a restart/);
    assert.deepEqual(
      (await fleet.jobs.ended(pool, queued)).map(({ result }) => result),
      ["succeeded"],
    );
    assert.equal((await runs()).length, before.length + 1);
    assert.equal(await imageOf("net"), windowsImage);
  });

  it("are taken over from an update that was killed in the middle", async () => {
    const before = await runs();
    appendFileSync(join(program.folder, "images", "linux", "build", "install-packages.sh"), "# once more\n");
    await fleet.clouds.failAzure({ method: "GET", path: "/runs/", times: 1000, effect: { kind: "hang" } });
    const killed = fleet.stack.tryUp();
    const patience = { what: "the build has begun", timeoutMilliseconds: 180_000 };
    await waitFor(async () => (await runs()).length === before.length + 1, patience);
    sandboxProcesses(fleet.stack.paths.root)
      .filter(({ commandLine }) => commandLine.startsWith(`${fleet.stack.session.tools.pulumi} up `))
      .forEach(({ pid }) => process.kill(pid, "SIGKILL"));
    assert.notEqual((await killed).exitCode, 0);
    await fleet.clouds.healAzure();
    await waitFor(async () => providers().length === 0, {
      what: "the provider has ended",
      timeoutMilliseconds: 30_000,
    });

    const next = await TestStack.open("pr", fleet.stack.configuration, {
      paths: fleet.stack.paths,
      program: program.folder,
    });
    const up = await next.up().finally(() => next.close());
    assert.deepEqual(changedNames(up), ["linux-a-deployment", "linux-image-build", "linux-pruning-job"]);
    const after = await runs();
    assert.equal(after.length, before.length + 1);
    const [image] = (after.at(-1)?.["outputImages"] as unknown[]).map(record);
    assert.match(String(await imageOf("linux")), new RegExp(`@${String(image?.["digest"])}$`));
  });

  const providers = () =>
    sandboxProcesses(fleet.stack.paths.root).filter(({ commandLine }) => commandLine.includes("dynamic-provider"));

  it("that cannot be built fail the update with the step's log and a remedy, and the agents run on", async () => {
    const dockerfile = join(program.folder, "images", "windows", "Dockerfile");
    const sound = readFileSync(dockerfile, "utf8");
    const images = [await imageOf("net"), await imageOf("linux")];
    writeFileSync(dockerfile, `${sound}COPY windows/nothing.txt C:/azp/\n`);
    const failed = await fleet.stack.tryUp();
    assert.notEqual(failed.exitCode, 0);
    const [error = ""] = failed.diagnostics
      .filter(({ severity, message }) => severity === "error" && message.includes("Dockerfile"))
      .map(({ message }) => message);
    assert.match(error, /Step \d+\/\d+ : COPY windows\/nothing\.txt/);
    assert.match(error, /Paths of COPY and ADD start at the context's root/);
    assert.doesNotMatch(error, /\n\s+at /);
    assert.deepEqual([await imageOf("net"), await imageOf("linux")], images);

    writeFileSync(dockerfile, sound);
    assert.deepEqual(changedNames(await fleet.stack.up()), []);
  });

  it("leave neither the deployer's secret nor a path of this machine in the state", async () => {
    const state = await fleet.stack.run("stack", "export");
    assert.match(state, /ImageBuild/);
    assert.ok(!state.includes(new Directory(fleet.stack.paths.directoryFile).deployerSecret));
    const builds = (record(record(JSON.parse(state))["deployment"])["resources"] as unknown[])
      .map(record)
      .filter(({ type }) => String(type).endsWith(":ImageBuild"));
    assert.equal(builds.length, 3);
    for (const { inputs, outputs } of builds) {
      assert.ok(!JSON.stringify([inputs, outputs]).includes(program.folder));
    }
  });
});
