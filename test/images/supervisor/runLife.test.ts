import assert from "node:assert/strict";
import { Scenario } from "./support/scenario";

const minute = 60;

describe("Supervisor: life of an agent", () => {
  it("leaves in order: disabled, then read without a job, then the listener stopped, then deleted, then not found", async () => {
    const scenario = new Scenario();
    const { exitCode } = await scenario.run(() => {
      scenario.at(60, () => scenario.service.queue(30_000));
      scenario.at(80, () => {
        scenario.service.requests.length = 0;
        scenario.ask();
      });
    });
    assert.equal(exitCode, 0);
    const { requests } = scenario.service;
    assert.deepEqual([...new Set(requests)], ["read 1", "disable 1", "delete 1"]);
    assert.equal(requests.lastIndexOf("read 1"), requests.length - 1);
    assert.deepEqual(requests.slice(-2), ["delete 1", "read 1"]);
    assert.equal(requests.slice(requests.indexOf("disable 1") + 1, -2).includes("read 1"), true);
    assert.deepEqual(scenario.violations, []);
  });

  it("F85: a run-once agent that gets no job within the idle limit goes, with 0", async () => {
    const scenario = new Scenario({ settings: { runOnce: true, idleTimeoutMinutes: 5 } });
    const { exitCode } = await scenario.run();
    assert.equal(exitCode, 0);
    assert.equal(scenario.seconds > 5 * minute && scenario.seconds < 6 * minute, true, String(scenario.seconds));
    assert.equal(scenario.service.agentNamed("agent-1"), undefined);
  });

  it("the idle limit counts from the last job, and no job that runs is idle time", async () => {
    const scenario = new Scenario({ settings: { idleTimeoutMinutes: 5 } });
    const { exitCode } = await scenario.run(() => scenario.at(60, () => scenario.service.queue(20 * minute * 1000)));
    assert.equal(exitCode, 0);
    assert.equal(scenario.seconds > 26 * minute && scenario.seconds < 28 * minute, true, String(scenario.seconds));
    assert.deepEqual(scenario.violations, []);
  });

  it("F84: a run-once agent ends although its listener hangs after the job and heeds no interruption", async () => {
    const scenario = new Scenario({ settings: { runOnce: true }, mischief: { hangAfterJob: 1, ignoreInterrupt: 1 } });
    const { exitCode } = await scenario.run(() => scenario.at(20, () => scenario.service.queue(60_000)));
    assert.equal(exitCode, 0);
    assert.equal(scenario.seconds < 180, true, String(scenario.seconds));
    assert.equal(scenario.service.agentNamed("agent-1"), undefined);
  });

  it("F82: after the one job no other is started, even while the service cannot be reached", async () => {
    const scenario = new Scenario({ settings: { runOnce: true }, mischief: { secondJob: 1 } });
    await scenario.run(() => {
      scenario.at(20, () => {
        scenario.service.queue(60_000);
        scenario.service.queue(60_000);
      });
      scenario.at(45, () => scenario.service.disturb("network", 120_000));
    });
    assert.equal(scenario.jobsStarted, 1);
    assert.deepEqual(scenario.violations, []);
  });

  it("F07: an agent that a killed container has left goes first, when the service gives up its job", async () => {
    const scenario = new Scenario();
    await scenario.run(() => {
      scenario.at(30, () => scenario.service.queue(60 * minute * 1000));
      scenario.at(90, () => scenario.killContainer());
      scenario.at(30 * minute, () => scenario.ask());
    });
    const registered = scenario.trace.filter((line) => line.includes("Registered as"));
    assert.match(registered[0] ?? "", /agent 1 of pool/);
    assert.match(registered[1] ?? "", /agent 2 of pool/);
    assert.match(scenario.trace.join("\n"), /still holds a job, Job 1/);
    assert.deepEqual(scenario.violations, []);
  });

  it("F09: a service that is out of reach for good ends the removal with the code for it, in time", async () => {
    const scenario = new Scenario({ settings: { drainTimeoutMinutes: 3 } });
    const { exitCode } = await scenario.run(() => {
      scenario.at(60, () => {
        scenario.service.disturb("unavailable", 24 * 60 * minute * 1000);
        scenario.ask();
      });
    });
    assert.equal(exitCode, 17);
    assert.match(scenario.trace.join("\n"), /`supervisor prune` removes it later/);
    assert.deepEqual(scenario.violations, []);
  });

  it("F26: a token that expires during the drain is fetched anew", async () => {
    const scenario = new Scenario();
    const { exitCode } = await scenario.run(() => {
      scenario.at(60, () => scenario.service.queue(120_000));
      scenario.at(70, () => scenario.ask());
      scenario.at(75, () => scenario.service.expireToken());
    });
    assert.equal(exitCode, 0);
    assert.equal(scenario.service.token, "token-2");
  });

  it("F26: a token that has expired for good cuts no job off; the agent stays, and the exit code and the log say so", async () => {
    const scenario = new Scenario();
    const { exitCode } = await scenario.run(() => {
      scenario.at(60, () => scenario.service.queue(20 * minute * 1000));
      scenario.at(120, () => {
        scenario.service.disturb("expired", 24 * 60 * minute * 1000);
        scenario.ask();
      });
    });
    assert.equal(exitCode, 17);
    assert.deepEqual(
      scenario.service.jobs.map(({ ended }) => ended),
      [true],
    );
    assert.match(scenario.trace.join("\n"), /error: .*Disturbed: expired/);
    assert.notEqual(scenario.service.agentNamed("agent-1"), undefined);
    assert.deepEqual(scenario.violations, []);
  });

  it("F128: names that are not resolved in the first seconds do no harm", async () => {
    const scenario = new Scenario();
    const { exitCode } = await scenario.run(() => {
      scenario.service.disturb("network", 20_000);
      scenario.at(120, () => {
        assert.equal(scenario.status.stage, "listening");
        scenario.ask();
      });
    });
    assert.equal(exitCode, 0);
  });

  it("F10: an agent that only ever updates itself ends, and says that the image is too old", async () => {
    const scenario = new Scenario({
      settings: { runOnce: true, updateTimeoutMinutes: 5 },
      mischief: { updatesAlone: 1 },
    });
    const { exitCode, error } = await scenario.run();
    assert.equal(exitCode, 16);
    assert.match(
      [error?.message, ...(error?.remedies ?? [])].join("\n"),
      /updated itself|older than the pool demands|update of itself/,
    );
    assert.equal(scenario.service.agentNamed("agent-1"), undefined);
    assert.deepEqual(scenario.violations, []);
  });

  it("an agent that is online and gets no job stays", async () => {
    const scenario = new Scenario();
    await scenario.run(() =>
      scenario.at(10 * 60 * minute, () => {
        assert.equal(scenario.status.stage, "listening");
        scenario.ask();
      }),
    );
  });
});
