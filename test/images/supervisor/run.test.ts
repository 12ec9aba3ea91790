import assert from "node:assert/strict";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { record } from "../../sandbox/azuredevops/fixture";
import { supervised } from "./support/supervised";
import { eventually, poolName, procFile, SupervisedContainer } from "./support/supervisedContainer";

describe("Supervisor: run", function () {
  this.timeout(120_000);
  const pod = supervised();

  it("registers the agent, lets it do jobs, and removes it after SIGTERM", async () => {
    const run = pod.container.start("run");
    await pod.container.untilListening(run);
    const jobs = [await pod.container.queueJob(), await pod.container.queueJob()];
    for (const job of jobs) {
      assert.equal(await eventually("job", run, async () => (await pod.container.job(job))["result"]), "succeeded");
    }
    run.process.kill("SIGTERM");
    const { code, output } = await run.ended;
    assert.equal(code, 0, output);
    assert.deepEqual(await pod.container.agents(), []);
  });

  it("F94: a pool name with blanks, an apostrophe, & and letters beyond ASCII reaches the agent whole", async () => {
    const run = pod.container.start("run");
    await pod.container.untilListening(run);
    const [agent] = await pod.container.agents();
    assert.equal(agent?.["name"], pod.container.agentName);
    assert.match(run.output(), new RegExp(`of pool ${poolName.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`));
  });

  it("F06: two pods whose names share 15 characters are two agents, whatever COMPUTERNAME says", async () => {
    const other = await SupervisedContainer.open(pod.service, "agent-win22-7d9f8b6c5-q9k2m");
    try {
      const computerName = { COMPUTERNAME: "AGENT-WIN22-7D9" };
      const runs = [pod.container.start("run", computerName), other.start("run", computerName)] as const;
      await pod.container.untilListening(runs[0]);
      await other.untilListening(runs[1]);
      const names = (await pod.container.agents()).map(({ name }) => name).sort();
      assert.deepEqual(names, ["agent-win22-7d9f8b6c5-q9k2m", "agent-win22-7d9f8b6c5-x2x4z"]);
    } finally {
      other.close();
    }
  });

  it("shows the token to configure alone: no environment, command line, capability or log line has it", async () => {
    const run = pod.container.start("run", {
      AZURE_CLIENT_ID: "canary-client",
      VSTS_AGENT_INPUT_POOL: "another",
      AGENT_RUN_ONCE: "false",
      AGENT_DEBUG_HOLD: "0",
      AZP_CAPABILITIES: JSON.stringify({ "Team.Name": "build = fast" }),
      KEPT: "kept",
    });
    await pod.container.untilListening(run);
    await pod.container.queueJob({ script: "sleep 20" });
    await pod.container.untilJobRuns(run);
    const processes = [...pod.container.processes("Agent.Listener"), ...pod.container.processes("Agent.Worker")];
    assert.equal(processes.length >= 2, true);
    for (const pid of processes) {
      const environment = procFile(pid, "environ").split("\0");
      assert.equal(environment.includes("KEPT=kept"), true);
      assert.deepEqual(
        environment.filter((line) => /^(AZP_|AZURE_|VSTS_AGENT_INPUT_|AGENT_RUN_ONCE|AGENT_DEBUG_HOLD)/.test(line)),
        [],
      );
      assert.equal(environment.includes("VSO_AGENT_IGNORE=AZP_TOKEN_FILE,AZP_URL"), true);
      assert.equal((procFile(pid, "environ") + procFile(pid, "cmdline")).includes(pod.container.token), false);
    }
    const [agent] = await pod.container.agents();
    assert.equal(JSON.stringify(agent).includes(pod.container.token), false);
    assert.equal(capabilityOf(agent, "Team.Name"), "build = fast");
    assert.equal(run.output().includes(pod.container.token), false);
  });

  it("replaces what a killed container of the same name has left, on the server and in the folder", async () => {
    const killed = pod.container.start("run");
    await pod.container.untilListening(killed);
    const [ghost] = await pod.container.agents();
    killed.process.kill("SIGKILL");
    pod.container.processes("Agent.Listener").forEach((pid) => process.kill(pid, "SIGKILL"));
    await killed.ended;
    writeFileSync(pod.container.tokenFile, pod.container.token);
    writeFileSync(join(pod.container.agentFolder, ".credentials_rsaparams"), "sealed in another container");

    const run = pod.container.start("run");
    await pod.container.untilListening(run);
    const agents = await pod.container.agents();
    assert.deepEqual(
      agents.map(({ name }) => name),
      [pod.container.agentName],
    );
    assert.notEqual(agents[0]?.["id"], ghost?.["id"]);
    assert.match(run.output(), /from an earlier container: it is removed first/);
  });

  it("F88: a configure that fails is tried again, then ends with the code for it and with what to check", async () => {
    pod.container.misbehave({ failConfigure: 1 });
    const run = pod.container.start("run");
    await pod.container.untilListening(run);
    run.process.kill("SIGTERM");
    assert.equal((await run.ended).code, 0);

    pod.container.misbehave({ failConfigure: 9 });
    writeFileSync(pod.container.tokenFile, pod.container.token);
    const failing = await pod.container.start("run").ended;
    assert.equal(failing.code, 15, failing.output);
    assert.match(failing.output, /configure ended with 1.*\n.*Read the lines of the agent above/);
    const diagnostics = failing.output.split("\n").filter((line) => line.includes(" diagnostics  "));
    assert.match(diagnostics[0] ?? "", /The last lines of .*_diag.Agent_.*\.log/);
    assert.equal(diagnostics.length > 1, true);
    assert.deepEqual(await pod.container.agents(), []);
  });

  it("a configure that dies after it has registered the agent leaves no ghost", async () => {
    pod.container.misbehave({ dieAfterRegistration: true });
    const run = await pod.container.start("run").ended;
    assert.equal(run.code, 15, run.output);
    assert.deepEqual(await pod.container.agents(), []);
  });

  it("F131: a folder that the agent cannot write to is a problem of the configuration", async () => {
    writeFileSync(join(pod.container.folder, "file"), "");
    const { code, output } = await pod.container.start("run", { AZP_WORK: join(pod.container.folder, "file", "work") })
      .ended;
    assert.equal(code, 10);
    assert.match(output, /cannot write to .*file\/work.*\n.*container's user must be able to write/);
    assert.doesNotMatch(output, /\n\s+at /);
  });

  it("F132: a disk that is full is a problem of the configuration, with what to do about it", async () => {
    symlinkSync("/dev/full", join(pod.container.agentFolder, ".capabilities"));
    const { code, output } = await pod.container.start("run", { AZP_CAPABILITIES: '{"sql": "2022"}' }).ended;
    assert.equal(code, 10, output);
    assert.match(output, /The disk of the agent is full: ENOSPC.*\n.*work folder of its own/);
    assert.doesNotMatch(output, /\n\s+at /);
    assert.deepEqual(await pod.container.agents(), []);
  });

  it("F11: says that an agent that may not update itself can be online without a job", async () => {
    const run = pod.container.start("run", { AGENT_DISABLEUPDATE: "true" });
    await eventually(
      "warning",
      run,
      () => run.output().match(/AGENT_DISABLEUPDATE is set: .* stays online and gets no job/) ?? undefined,
    );
  });

  it("a folder without an agent package is a problem of the configuration", async () => {
    mkdirSync(join(pod.container.folder, "empty"));
    const { code, output } = await pod.container.start("run", { AZP_AGENT_FOLDER: join(pod.container.folder, "empty") })
      .ended;
    assert.equal(code, 10);
    assert.match(output, /There is no agent package in/);
  });

  it("a listener that cannot be executed is told of with its file", async () => {
    chmodSync(join(pod.container.agentFolder, "bin", "Agent.Listener"), 0o644);
    const { code, output } = await pod.container.start("run").ended;
    assert.equal(code, 16, output);
    assert.match(output, /The listener cannot be started: .*EACCES/);
  });

  it("F26: a token that has expired ends with its own code, at once", async () => {
    const { token } = await pod.service.administer("POST", "personalAccessTokens", {
      validTo: "2020-01-01T00:00:00Z",
      scopes: ["vso.agentpools_manage"],
    });
    writeFileSync(pod.container.tokenFile, String(token));
    const { code, output } = await pod.container.start("run").ended;
    assert.equal(code, 13, output);
    assert.match(output, /expired/);
    assert.equal(output.includes(String(token)), false);
  });

  it("prints its stages with their times, and starts a listener again that has failed", async () => {
    pod.container.misbehave({ exit: { when: "start", code: 1 } });
    const run = pod.container.start("run");
    await eventually(
      "second start",
      run,
      () => run.output().match(/it is started again[^]*it is started again/) ?? undefined,
    );
    run.process.kill("SIGTERM");
    const { output } = await run.ended;
    assert.match(output, /register +Registered as .* after \d+\.\d s\./);
    assert.match(output, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ agent +/m);
  });

  it("AGENT_DEBUG_HOLD keeps the container without an agent, says how to get in, and ends when told", async () => {
    const run = pod.container.start("run", { AGENT_DEBUG_HOLD: "5" });
    await eventually(
      "hold",
      run,
      () => run.output().match(new RegExp(`kubectl exec -it .*${pod.container.agentName} -- bash`)) ?? undefined,
    );
    assert.equal(await pod.container.health(), 1);
    assert.deepEqual(pod.container.processes("Agent.Listener"), []);
    run.process.kill("SIGTERM");
    assert.equal((await run.ended).code, 0);
    assert.deepEqual(await pod.container.agents(), []);
  });
});

function capabilityOf(agent: Record<string, unknown> | undefined, name: string): unknown {
  return record(agent?.["systemCapabilities"])[name];
}
