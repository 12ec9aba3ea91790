import assert from "node:assert/strict";
import { createServer, type Server } from "node:net";
import type { AddressInfo } from "node:net";
import { isAlive } from "../../../sandbox/serverFile";
import { Fixture, record } from "../azuredevops/fixture";
import { AgentFixture, eventually } from "./agentFixture";

describe("Stand-in for the agent: run", () => {
  let service: Fixture;
  let agent: AgentFixture;
  let told: string;
  let ear: Server;
  let later = 0;
  beforeEach(async () => {
    later = 0;
    service = await Fixture.open({ messagePollSeconds: 1, now: () => new Date(Date.now() + later) });
    await service.request("POST", "_apis/distributedtask/pools", { name: "win22" });
    agent = await AgentFixture.open(service, "win22", "pod-1");
    told = "";
    ear = createServer((socket) =>
      socket.on("data", (chunk) => (told += chunk.toString())).on("error", () => undefined),
    );
    await new Promise<void>((resolve) => ear.listen(0, "127.0.0.1", resolve));
    const { port } = ear.address() as AddressInfo;
    const { code, output } = await agent.configure(["--notificationsocketaddress", `127.0.0.1:${port}`]);
    assert.equal(code, 0, output);
  });
  afterEach(async () => {
    agent.close();
    ear.close();
    await service.close();
  });

  const queue = (body: Record<string, unknown> = {}) =>
    service.administer("POST", "pools/win22/jobs", { seconds: 0.05, ...body });
  const job = (id = 1) => service.administer("GET", `pools/win22/jobs/${id}`);
  const result = (id = 1) => eventually(`result of job ${id}`, async () => (await job(id))["result"]);
  const running = () => eventually("worker", () => agent.diagnostics("Worker_")[0] && agent.diagnostics("pages")[0]);
  const isOnline = async (online: boolean) =>
    eventually(online ? "online" : "offline", async () =>
      ((await agent.inService())?.["status"] === "online") === online ? true : undefined,
    );

  for (const silentNotifications of ["unconnected", "connected"] as const) {
    it(`tells nobody about its jobs when a test wants that: ${silentNotifications}`, async () => {
      agent.misbehave({ silentNotifications });
      await queue();
      const { code, output } = await agent.listener(["run", "--once"]).ended;

      assert.equal(code, 0, output);
      assert.equal(await result(), "succeeded");
      assert.equal(told, { unconnected: "", connected: "<EOF>" }[silentNotifications]);
    });
  }

  it("runs one job after the other, tells about each, and shows it in its diagnostics", async () => {
    await queue({ count: 2 });
    const listener = agent.listener(["run"]);

    assert.deepEqual([await result(1), await result(2)], ["succeeded", "succeeded"]);

    listener.process.kill("SIGINT");
    assert.equal((await listener.ended).code, 0);
    const [first, second] = [record(await job(1))["jobId"], record(await job(2))["jobId"]].map(String);
    assert.equal(
      told,
      `Starting job: ${first}Finished job: ${first}Starting job: ${second}Finished job: ${second}<EOF>`,
    );
    assert.equal(agent.diagnostics("Agent_").length >= 1, true);
    assert.equal(agent.diagnostics("Worker_").length >= 1, true);
    await isOnline(false);
  });

  it("gives a script the work folder, the variables of a pipeline and its own environment, but no argument from it", async () => {
    await queue({ script: 'pwd; echo "$AGENT_NAME $BUILD_BUILDID $TF_BUILD $FROM_POD"; env | grep INPUT_TOKEN; true' });
    const { code } = await agent.listener(["run", "--once"], { FROM_POD: "yes", VSTS_AGENT_INPUT_TOKEN: "x" }).ended;

    assert.equal(code, 0);
    assert.deepEqual(String((await job())["log"]).split("\n"), [`${agent.folder}/_work`, "pod-1 1 True yes", ""]);
  });

  it("reports a script that fails, and what it wrote", async () => {
    await queue({ script: "echo oh >&2; exit 3" });
    await agent.listener(["run", "--once"]).ended;

    assert.deepEqual([(await job())["result"], (await job())["log"]], ["failed", "oh\n"]);
  });

  it("on SIGINT cancels the job, waits for the worker and ends its session", async () => {
    await queue({ seconds: 600 });
    const listener = agent.listener(["run"]);
    await running();

    listener.process.kill("SIGINT");

    assert.equal((await listener.ended).code, 0);
    assert.equal((await job())["result"], "canceled");
    await isOnline(false);
  });

  it("leaves no process of a cancelled script", async () => {
    await queue({ script: 'echo $$ > pids; trap "" INT TERM; sleep 600 & echo $! >> pids; wait; sleep 600' });
    const listener = agent.listener(["run"]);
    const pids = await eventually("pids", () => {
      try {
        const lines = agent.read("_work/pids").trim().split("\n");
        return lines.length === 2 ? lines.map(Number) : undefined;
      } catch {
        return undefined;
      }
    });

    listener.process.kill("SIGINT");
    await listener.ended;

    await eventually("end of the script", () => (pids.some(isAlive) ? undefined : true));
    assert.equal((await job())["result"], "canceled");
  });

  it("on SIGTERM dies at once and leaves session, job and worker", async () => {
    await queue({ script: "echo $$ > pid; sleep 1; echo done > finished" });
    const listener = agent.listener(["run"]);
    await eventually("script", () => readOrNothing("_work/pid"));

    listener.process.kill("SIGTERM");

    assert.deepEqual((await listener.ended).signal, "SIGTERM");
    await eventually("the worker's own end", () => readOrNothing("_work/finished"));
    assert.equal((await job())["result"], undefined);
    await isOnline(true);
  });

  it("cancels a job when the service asks for it, and goes on listening", async () => {
    await queue({ seconds: 600 });
    await queue({ name: "next" });
    const listener = agent.listener(["run"]);
    await running();

    await service.administer("POST", "pools/win22/jobs/1/cancel");

    assert.deepEqual([await result(1), await result(2)], ["canceled", "succeeded"]);
    listener.process.kill("SIGINT");
    await listener.ended;
  });

  it("renews the lease of its job, and gives up a job that is over for the service", async () => {
    await queue({ seconds: 600 });
    const listener = agent.listener(["run", "--once"]);
    await running();
    const { lockedUntil } = await job();
    await eventually("renewal", async () =>
      String((await job())["lockedUntil"]) > String(lockedUntil) ? true : undefined,
    );

    await service.administer("POST", "pools/win22/jobs/1/finish", { result: "abandoned" });

    assert.equal((await listener.ended).code, 0);
    assert.match(told, /Finished job: /);
  });

  it("F07: ends with 1 when another session of the same agent stays, and bears one that goes", async () => {
    const first = agent.listener(["run"]);
    await isOnline(true);
    agent.misbehave({ sessionConflictSeconds: 0.4 });

    const refused = await agent.listener(["run"]).ended;
    agent.misbehave({});
    const patient = agent.listener(["run"]);
    await eventually("conflict", () => (patient.output().includes("has a session already") ? true : undefined));
    first.process.kill("SIGINT");
    await first.ended;
    await eventually("session", () => (patient.output().includes("Listening") ? true : undefined));

    assert.equal(refused.code, 1, refused.output);
    patient.process.kill("SIGINT");
    assert.equal((await patient.ended).code, 0);
  });

  it("opens its session anew when the service has dropped it", async () => {
    const listener = agent.listener(["run"]);
    await isOnline(true);

    // Five minutes of silence, as far as the service can tell.
    later = 6 * 60 * 1000;
    await eventually("loss", async () => {
      await agent.inService();
      const [log = ""] = agent.diagnostics("Agent_").slice(-1);
      return agent.read(`_diag/${log}`).includes("has expired or does not exist") ? true : undefined;
    });

    await queue();
    assert.equal(await result(), "succeeded");
    listener.process.kill("SIGINT");
    await listener.ended;
  });

  it("is refused, and tries again for ever, once its agent is deleted", async () => {
    const listener = agent.listener(["run"]);
    await isOnline(true);

    await service.request(
      "DELETE",
      `_apis/distributedtask/pools/1/agents/${String((await agent.inService())?.["id"])}`,
    );

    await eventually("refusal", () => (listener.output().includes("No connection to the service") ? true : undefined));
    listener.process.kill("SIGINT");
    assert.equal((await listener.ended).code, 0);
  });

  it("ends with 1 when it is not configured", async () => {
    const bare = await AgentFixture.open(service, "win22", "bare");
    const { code } = await bare.listener(["run"]).ended;
    bare.close();

    assert.equal(code, 1);
  });

  function readOrNothing(file: string): string | undefined {
    try {
      return agent.read(file) === "" ? undefined : agent.read(file);
    } catch {
      return undefined;
    }
  }
});
