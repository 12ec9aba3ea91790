import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { watchWorkerLogs, type WorkerLogWatch } from "../../../images/supervisor/listener/workerLogWatch";
import { HandClock } from "./support/handClock";

describe("Supervisor: jobs by the logs of their workers", () => {
  let folder: string;
  let clock: HandClock;
  let workerRuns: boolean;
  let events: string[];
  let watch: WorkerLogWatch;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "logs-"));
    mkdirSync(join(folder, "_diag"));
    writeLog("Worker_20261130-110000-utc.log");
    clock = new HandClock();
    workerRuns = false;
    events = [];
    const tally = { jobStarted: () => events.push("started"), jobFinished: () => events.push("finished") };
    watch = watchWorkerLogs(folder, clock, tally, async () => workerRuns);
    await clock.next();
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const writeLog = (name: string) => writeFileSync(join(folder, "_diag", name), "");
  const begin = (name = "Worker_20261130-120000-utc.log") => {
    writeLog(name);
    workerRuns = true;
  };
  const looks = async (count: number) => {
    for (let look = 0; look < count; look += 1) {
      await clock.next();
    }
  };

  it("takes no earlier job's log, and no listener's, for a job", async () => {
    writeLog("Agent_20261130-120000-utc.log");
    await looks(2);
    await watch.stop();
    assert.deepEqual(events, []);
  });

  it("tells of a job that has a log, and of its end when its worker has gone for a while", async () => {
    begin();
    await looks(5);
    assert.deepEqual(events, ["started"]);
    workerRuns = false;
    await looks(2);
    assert.deepEqual(events, ["started"]);
    await looks(1);
    assert.deepEqual(events, ["started", "finished"]);
  });

  it("takes a further file of a worker that runs for the same job: it begins one every 8 MB", async () => {
    begin();
    await looks(1);
    writeLog("Worker_20261130-121500-utc.log");
    await looks(2);
    assert.deepEqual(events, ["started"]);
  });

  it("tells of the next job when the worker of the last one had gone before", async () => {
    begin();
    await looks(1);
    workerRuns = false;
    await looks(1);
    begin("Worker_20261130-121500-utc.log");
    await looks(1);
    assert.deepEqual(events, ["started", "finished", "started"]);
  });

  it("tells at the listener's end of a job that was over between two looks", async () => {
    writeLog("Worker_20261130-120000-utc.log");
    await watch.stop();
    assert.deepEqual(events, ["started", "finished"]);
  });

  it("leaves everything to a listener that tells by itself", async () => {
    watch.told.jobStarted();
    begin();
    await looks(2);
    workerRuns = false;
    await looks(5);
    assert.deepEqual(events, ["started"]);
    watch.told.jobFinished();
    await watch.stop();
    assert.deepEqual(events, ["started", "finished"]);
  });

  it("tells once of a job whose log is seen before the listener tells of it", async () => {
    begin();
    await looks(1);
    watch.told.jobStarted();
    workerRuns = false;
    watch.told.jobFinished();
    await looks(5);
    await watch.stop();
    assert.deepEqual(events, ["started", "finished"]);
  });

  it("tells once of a job that the listener's message tells of after its end", async () => {
    writeLog("Worker_20261130-120000-utc.log");
    await watch.stop();
    watch.told.jobStarted();
    assert.deepEqual(events, ["started", "finished"]);
  });
});
