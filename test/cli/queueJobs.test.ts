import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ProcessResult } from "../../sandbox/engine/runProcess";
import { sandboxPaths } from "../../sandbox/paths";
import { writeServerFile } from "../../sandbox/serverFile";
import { AgentFixture, eventually } from "../sandbox/agent/agentFixture";
import { Fixture, organization, record } from "../sandbox/azuredevops/fixture";
import { runCommand, startCommand } from "../support/sandboxCommand";

describe("job queue", function () {
  this.timeout("60s");
  let service: Fixture;
  let agent: AgentFixture;
  let root: string;
  before(async () => {
    service = await Fixture.open();
    await service.request("POST", "_apis/distributedtask/pools", { name: "fleet-win22" });
    await service.request("POST", "_apis/distributedtask/pools", { name: "empty" });
    agent = await AgentFixture.open(service, "fleet-win22", "win22-a-1");
    await agent.configure();
    agent.listener(["run"], { kit: "11" });
    await eventually("agent online", async () =>
      (await agent.inService())?.["status"] === "online" ? true : undefined,
    );
    root = join(service.folder, "sandbox");
    writeState(root, service.emulator.url);
  });
  after(async () => {
    agent.close();
    await service.close();
  });

  const queue = (...args: string[]) => runCommand(root, "job", "queue", ...args);
  const lines = ({ stdout }: ProcessResult) =>
    stdout
      .trim()
      .split("\n")
      .map((line) => line.replace(/^[\d:]{8} {2}/, "").replace(/job \d+ /, "job "));

  it("with --wait tells of each change and what the job wrote, and ends with 0 when it succeeded", async () => {
    const result = await queue("--class", "win22", "--script", "echo hello", "--demand", "kit -equals 11", "--wait");

    assert.equal(result.exitCode, 0, result.stderr);
    assert.deepEqual(
      lines(result).filter((line) => !line.endsWith("queued")),
      ["job  running on win22-a-1", "job  succeeded", "          | hello", "1 of 1 job succeeded."],
    );
  });

  it("with --wait ends with 1 when a job failed", async () => {
    const result = await queue("--pool", "Fleet-Win22", "--count", "2", "--script", "exit 4", "--wait");

    assert.equal(result.exitCode, 1);
    assert.equal(lines(result).at(-1), "0 of 2 jobs succeeded.");
  });

  it("with --wait tells why a job with a service connection that it may not use never ran", async () => {
    const result = await queue(
      "--pool",
      "fleet-win22",
      "--service-connection",
      "nowhere",
      "--script",
      "true",
      "--wait",
    );

    assert.equal(result.exitCode, 1);
    assert.match(result.stdout, /job \d+ {2}failed, without having run\n/);
    assert.match(result.stdout, /service connection nowhere which could not be found\. .* not been authorized for use/);
  });

  it("without --wait queues and says so", async () => {
    const { exitCode, stdout } = await queue("--pool", "fleet-win22", "--seconds", "0");

    assert.equal(exitCode, 0);
    assert.match(stdout, /^Queued job \d+ in fleet-win22\./);
  });

  it("ends with 130 when it is interrupted, and the job goes on", async () => {
    const command = startCommand(root, "job", "queue", "--pool", "fleet-win22", "--seconds", "600", "--wait");
    const busy = async () => {
      const job = (await agent.inService("&includeAssignedRequest=true"))?.["assignedRequest"];
      return job === undefined ? undefined : record(job);
    };
    const { requestId } = await eventually("a job", busy);

    // It is not known from outside when the command has begun to follow; before that it ends in the same way.
    command.interrupt();

    assert.equal((await command.ended).exitCode, 130);
    assert.equal(record(await busy())["requestId"], requestId);
    await service.administer("POST", `pools/fleet-win22/jobs/${String(requestId)}/cancel`);
  });

  const refusals: Record<string, { args: string[]; exitCode: number; message: RegExp }> = {
    "an unknown pool, with the ones that are there": {
      args: ["--pool", "win"],
      exitCode: 1,
      message: /^The organisation contoso has no agent pool win\. There are: fleet-win22, empty\.\n$/,
    },
    "an unknown class, with the ones that are there": {
      args: ["--class", "win"],
      exitCode: 1,
      message: /^The stack dev has no agent class win\. There are: win22\.\n$/,
    },
    "a pool without agents": {
      args: ["--pool", "empty"],
      exitCode: 1,
      message: /^No agent is registered in the pool empty.* status` tells when one is\.\n$/,
    },
    "demands that no agent meets": {
      args: ["--class", "win22", "--demand", "gpu"],
      exitCode: 1,
      message: /^No agent of the pool fleet-win22 has what the job demands \(gpu\).*`capabilities`/,
    },
    "neither pool nor class": { args: [], exitCode: 2, message: /^Say where: --pool takes the name of an agent pool/ },
    "a count that is none": {
      args: ["--pool", "x", "--count", "0"],
      exitCode: 2,
      message: /whole number of 1 or more/,
    },
    "a stack without agent pools": {
      args: ["--stack", "dual", "--pool", "x"],
      exitCode: 1,
      message: /^The stack dual has no agent pools\. `npm run sandbox -- --stack dual` brings it up\.\n$/,
    },
  };
  for (const [what, { args, exitCode, message }] of Object.entries(refusals)) {
    it(`refuses ${what}`, async () => {
      const result = await queue(...args);

      assert.match(result.stderr, message);
      assert.equal(result.exitCode, exitCode);
    });
  }

  it("says that the sandbox is not running", async () => {
    const { exitCode, stderr } = await runCommand(join(root, "other"), "job", "queue", "--pool", "x");

    assert.deepEqual([exitCode, stderr], [1, "The sandbox is not running. `npm run sandbox` starts it.\n"]);
  });
});

/** A sandbox whose server is this process, and a stack that came up without a cluster. */
function writeState(root: string, azureDevOpsUrl: string): void {
  const paths = sandboxPaths(root);
  const stackFile = join(paths.pulumi, "backend", ".pulumi", "stacks", "aks-agents", "dev.json");
  mkdirSync(dirname(stackFile), { recursive: true });
  const resources = [
    {
      urn: "stack",
      type: "pulumi:pulumi:Stack",
      outputs: { agentClasses: { win22: { os: "windows2022", agentPool: "fleet-win22" } } },
    },
    {
      urn: "provider",
      type: "pulumi:providers:azuredevops",
      outputs: { orgServiceUrl: `https://dev.azure.com/${organization}` },
    },
  ];
  writeFileSync(stackFile, JSON.stringify({ checkpoint: { latest: { resources } } }));
  writeServerFile(paths, {
    pid: process.pid,
    azureUrl: "",
    azureTlsUrl: "",
    azureDevOpsUrl,
    entraUrl: "",
    entraTlsUrl: "",
    caFile: "",
    ociRegistryUrl: "",
    controlUrl: "",
    controlKey: "",
  });
}
