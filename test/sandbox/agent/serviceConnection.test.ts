import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { Fixture } from "../azuredevops/fixture";
import { permittedConnection } from "../azuredevops/permittedConnection";
import { AgentFixture } from "./agentFixture";

const clientId = "5c1b1f5e-8b1f-4f6b-9a53-0a3f4f2b7c11";

describe("Stand-in for the agent: a job with a service connection", () => {
  let service: Fixture;
  let agent: AgentFixture;
  let connectionId: string;
  beforeEach(async () => {
    service = await Fixture.open({
      messagePollSeconds: 1,
    });
    await service.request("POST", "_apis/distributedtask/pools", { name: "linux" });
    agent = await AgentFixture.open(service, "linux", "pod-1");
    await agent.configure();
    connectionId = await permittedConnection(service, clientId);
  });
  afterEach(async () => {
    agent.close();
    await service.close();
  });

  async function run(script: string): Promise<Record<string, unknown>> {
    await service.administer("POST", "pools/linux/jobs", { serviceConnection: "builds", script });
    await agent.listener(["run", "--once"]).ended;
    return service.administer("GET", "pools/linux/jobs/1");
  }

  /** Everything that the agent's folder holds, but the parts that links point to. */
  function files(folder: string): readonly string[] {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? files(path) : entry.isFile() && statSync(path).size < 1_000_000 ? [path] : [];
    });
  }

  it("has in its environment what the AzureCLI task gives with addSpnToEnvironment", async () => {
    const names = ["servicePrincipalId", "tenantId", "AZURESUBSCRIPTION_CLIENT_ID", "AZURESUBSCRIPTION_TENANT_ID"];
    const { result, log } = await run(
      `printenv ${names.join(" ")} AZURESUBSCRIPTION_SERVICE_CONNECTION_ID; test -n "$idToken"`,
    );

    const { tenantId } = service.directory;
    assert.equal(result, "succeeded");
    assert.deepEqual(String(log).trim().split("\n"), [clientId, tenantId, clientId, tenantId, connectionId]);
  });

  it("shows its token as *** in the log, wherever a script writes it", async () => {
    const { log } = await run('echo "token: $idToken!"; echo "$idToken" >&2; printf "%s" "$idToken"');

    assert.deepEqual(String(log).trim().split("\n").sort(), ["***", "***", "token: ***!"]);
  });

  it("leaves its token in no file of the agent, and in no arguments", async () => {
    await run(
      'cut -d. -f2 <<END > payload\n$idToken\nEND\ncat /proc/[0-9]*/cmdline 2>/dev/null | tr "\\0" "\\n" > arguments',
    );

    const payload = agent.read("_work/payload").trim();
    assert.ok(payload.length > 100, payload);
    assert.equal(agent.read("_work/arguments").includes(payload), false);
    const holders = files(agent.folder).filter((file) => readFileSync(file, "utf8").includes(payload));
    assert.deepEqual(holders, [join(agent.folder, "_work", "payload")]);
  });

  it("ends when its script does, though something in the background holds the output open", async () => {
    const { result, log } = await run("sleep 60 & echo $!; echo over");

    const [pid = "", last] = String(log).split("\n");
    process.kill(Number(pid), "SIGKILL");
    assert.deepEqual([result, last], ["succeeded", "over"]);
  });
});
