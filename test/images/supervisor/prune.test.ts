import assert from "node:assert/strict";
import type { AgentService } from "../../../images/supervisor/agentService";
import { prune } from "../../../images/supervisor/prune/prune";
import { fleet, marked, prunedPool } from "./support/prunedPool";

const settings = { fleet, agentPrefix: "win22-", afterMinutes: 30 };

describe("supervisor prune", () => {
  const win22 = prunedPool();
  const pruned = (pods: readonly string[] = [], changed: Partial<AgentService> = {}) =>
    prune(settings, { ...win22, service: { ...win22.service, ...changed }, listPods: async () => new Set(pods) });

  it("F09: leaves no ghost of 20 pods that were ended hard", async () => {
    const ghosts = Array.from({ length: 20 }, (_, index) => `win22-g1-7f9c-${index}`);
    for (const ghost of ghosts) {
      await win22.register(ghost);
    }
    win22.minutes(31);

    const { removed, failed } = await pruned();

    assert.deepEqual([removed.length, failed, await win22.names()], [20, [], []]);
    assert.match(win22.lines[0] ?? "", /prune +Removed win22-g1-7f9c-0$/);
  });

  it("leaves what belongs to others, and does not speak of it", async () => {
    await win22.register("win22-unmarked", {});
    await win22.register("win22-other-fleet", { systemCapabilities: { "AksAgents.Fleet": "ci-agents/dev" } });
    await win22.register("linux-other-class");
    win22.minutes(60);

    const outcome = await pruned();

    assert.deepEqual(outcome, { removed: [], kept: [], failed: [] });
    assert.equal((await win22.names()).length, 3);
    assert.deepEqual(win22.lines, []);
  });

  it("leaves agents of its own that are needed, and says why", async () => {
    await win22.register("win22-placeholder", {
      systemCapabilities: { "AksAgents.Fleet": fleet, "AksAgents.Placeholder": "1" },
    });
    await win22.register("win22-disabled-busy", { ...marked, enabled: false });
    await win22.register("WIN22-with-pod");
    win22.minutes(60);
    await win22.giveJob("win22-disabled-busy");
    await win22.goOnline(await win22.register("win22-online"), "win22-online");
    await win22.register("win22-fresh");

    const { removed, kept } = await pruned(["win22-with-pod"]);

    assert.deepEqual(removed, []);
    assert.deepEqual(Object.fromEntries(kept.map(({ name, why }) => [name, why])), {
      "win22-placeholder": "stands for a class while none of its agents run",
      "win22-disabled-busy": "has a job",
      "WIN22-with-pod": "has a pod",
      "win22-online": "is online",
      "win22-fresh": "has not been offline for long enough",
    });
    assert.ok(win22.lines.some((line) => line.endsWith("Left win22-fresh: it has not been offline for long enough")));
  });

  it("counts the time offline from the moment when the agent went, not from its registration", async () => {
    const id = await win22.register("win22-went");
    const session = await win22.goOnline(id, "win22-went");
    win22.minutes(4);
    await win22.goOffline(String(session.body["sessionId"]));
    win22.minutes(30);

    const early = await pruned();
    win22.minutes(1);

    assert.deepEqual([early.kept.length, (await pruned()).removed], [1, ["win22-went"]]);
  });

  it("leaves an agent of which it is not known since when it is offline", async () => {
    await win22.register("win22-timeless");
    win22.minutes(60);

    const { kept } = await pruned([], {
      listAgents: async (of) =>
        (await win22.service.listAgents(of)).map((agent) => ({ ...agent, statusChangedAt: NaN })),
    });

    assert.equal(kept[0]?.why, "has not been offline for long enough");
  });

  it("looks again right before the removal", async () => {
    const id = await win22.register("win22-back");
    win22.minutes(60);

    const { removed, kept } = await pruned([], {
      readAgent: async (of, agent) => {
        await win22.goOnline(id, "win22-back");
        return win22.service.readAgent(of, agent);
      },
    });

    assert.deepEqual([removed, kept], [[], [{ name: "win22-back", why: "is online" }]]);
  });

  it("removes nothing when the pods cannot be listed", async () => {
    await win22.register("win22-ghost");
    win22.minutes(60);

    await assert.rejects(
      prune(settings, {
        ...win22,
        listPods: () => Promise.reject(new Error("no pods")),
      }),
      /no pods/,
    );
    assert.deepEqual(await win22.names(), ["win22-ghost"]);
  });

  it("tries a removal again, and goes on with the others when it does not work", async () => {
    const stubborn = await win22.register("win22-a");
    await win22.register("win22-b");
    win22.minutes(60);
    const fault = (path: string, times: number) =>
      win22.fixture.emulator.faults.add({ method: "DELETE", path, times, effect: { kind: "answer", status: 500 } });
    fault(`/agents/${stubborn}\\?`, 1000);

    const first = await pruned();
    win22.fixture.emulator.faults.clear();
    fault(`/agents/${stubborn}\\?`, 2);
    const second = await pruned();

    assert.deepEqual([first.failed, first.removed, second.removed], [["win22-a"], ["win22-b"], ["win22-a"]]);
    assert.ok(win22.lines.some((line) => /error: win22-a could not be removed: .*status 500/.test(line)));
  });
});
