import assert from "node:assert/strict";
import fc from "fast-check";
import { timingOf } from "../../plan/timing";
import { anyFleet } from "./fleets";

const drain = fc.integer({ min: 0, max: 1434 });
const os = fc.constantFrom("windows2022" as const, "windows2025" as const, "linux" as const);
const timing = fc
  .record({
    os,
    jobTimeoutMinutes: fc.integer({ min: 1, max: 10_080 }),
    drainTimeoutMinutes: fc.option(drain, { nil: undefined }),
    roomForTwo: fc.boolean(),
  })
  .map((agent) => ({ agent, timing: timingOf(agent) }));

describe("time limits", () => {
  it("F37: the grace period outlasts drain, forced stop and removal by 30 seconds or more", () => {
    fc.assert(
      fc.property(timing, ({ timing: { drainTimeoutMinutes, terminationGracePeriodSeconds } }) => {
        assert.ok(terminationGracePeriodSeconds >= drainTimeoutMinutes * 60 + 120 + 180 + 30);
      }),
    );
  });

  it("F22: Windows rollouts may stand still for 30 minutes", () => {
    fc.assert(
      fc.property(timing, ({ agent, timing: { progressDeadlineSeconds } }) => {
        assert.ok(agent.os === "linux" || progressDeadlineSeconds >= 1800);
      }),
    );
  });

  it("F22: a rollout on full nodes may stand still for as long as an agent drains", () => {
    fc.assert(
      fc.property(timing, ({ agent, timing: { progressDeadlineSeconds, terminationGracePeriodSeconds } }) => {
        assert.ok(agent.roomForTwo || progressDeadlineSeconds >= terminationGracePeriodSeconds);
      }),
    );
  });

  it("a rollout with room on its nodes fails no later than half an hour after it stands still", () => {
    assert.equal(
      timingOf({ os: "windows2022", jobTimeoutMinutes: 600, roomForTwo: true }).progressDeadlineSeconds,
      1800,
    );
  });

  it("F22: Pulumi waits no shorter than the rollout's deadline and the drain", () => {
    fc.assert(
      fc.property(timing, ({ timing: times }) => {
        assert.ok(times.createTimeoutMinutes * 60 >= times.progressDeadlineSeconds);
        assert.ok(times.createTimeoutMinutes * 60 >= times.terminationGracePeriodSeconds);
        assert.ok(times.deleteTimeoutMinutes * 60 >= times.terminationGracePeriodSeconds);
      }),
    );
  });

  it("F81: a node may drain as long as its agents, within AKS's 5 minutes to 24 hours", () => {
    fc.assert(
      fc.property(timing, ({ timing: { nodeDrainTimeoutMinutes, terminationGracePeriodSeconds } }) => {
        assert.ok(nodeDrainTimeoutMinutes * 60 >= terminationGracePeriodSeconds);
        assert.ok(nodeDrainTimeoutMinutes >= 5 && nodeDrainTimeoutMinutes <= 1440);
      }),
    );
  });

  it("F81: in a fleet, each pool's nodes may drain as long as the agents on them", () => {
    fc.assert(
      fc.property(anyFleet, ({ nodePools, agentClasses }) => {
        for (const { nodePoolName, terminationGracePeriodSeconds } of agentClasses.flatMap(
          ({ deployments }) => deployments,
        )) {
          const pool = nodePools.find(({ name }) => name === nodePoolName);
          assert.ok(pool && pool.drainTimeoutMinutes * 60 >= terminationGracePeriodSeconds);
        }
      }),
    );
  });

  it("lets a job finish where nothing else is said", () => {
    assert.equal(timingOf({ os: "linux", jobTimeoutMinutes: 90, roomForTwo: true }).drainTimeoutMinutes, 90);
  });

  it("drains no longer than AKS waits, however long jobs may take", () => {
    // 24 h = 86400 s, less 120 s forced stop, 180 s removal, 30 s reserve: 86070 s, which are 1434 whole minutes.
    assert.equal(timingOf({ os: "linux", jobTimeoutMinutes: 10_080, roomForTwo: true }).drainTimeoutMinutes, 1434);
  });
});
