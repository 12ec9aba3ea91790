import assert from "node:assert/strict";
import { BuildFailure } from "../../../../../sandbox/azure/containerRegistry/imageBuilder";
import { errorCode, field } from "../../armFixture";
import { digest } from "./testBuilder";
import { api, registryId, TaskFixture } from "./taskFixture";

describe("runs of a registry's tasks", () => {
  const tasks = new TaskFixture();

  beforeEach(async () => {
    tasks.builder.orders.length = 0;
    tasks.builder.work = async (_order, log) => log("Step 1/1 : FROM scratch");
  });
  afterEach(() => tasks.arm.stop());

  /** Lets builds go on until they are told to end. */
  function holdBuilds(): { readonly release: () => void } {
    const releases: (() => void)[] = [];
    tasks.builder.work = (_order, log, signal) =>
      new Promise((resolve, reject) => {
        log("Step 1/1 : FROM scratch");
        releases.push(resolve);
        signal.addEventListener("abort", () => reject(new Error("stopped")));
      });
    return { release: () => releases.splice(0).forEach((release) => release()) };
  }

  const statusOf = async (runId: string) => field((await tasks.run(runId)).body, "properties.status");

  it("go from Queued to Succeeded, with their times, platform and images", async () => {
    await tasks.start();
    const held = holdBuilds();
    const scheduled = await tasks.schedule({
      platform: { os: "windows", architecture: "AMD64" },
      isArchiveEnabled: true,
    });
    assert.equal(field(scheduled.body, "properties.status"), "Queued");
    assert.equal(field(scheduled.body, "id"), `${registryId}/runs/ca1`);
    await tasks.until("ca1", "Running");
    held.release();
    const { body } = await tasks.ended("ca1");
    const properties = field(body, "properties") as Record<string, unknown>;
    const { createTime, startTime, finishTime, lastUpdatedTime, ...rest } = properties;
    assert.deepEqual(rest, {
      runId: "ca1",
      runType: "QuickBuild",
      status: "Succeeded",
      provisioningState: "Succeeded",
      isArchiveEnabled: true,
      platform: { os: "Windows", architecture: "amd64" },
      agentConfiguration: { cpu: 2 },
      outputImages: [{ registry: "agents4711.azurecr.io", repository: "web/site", tag: "1", digest }],
    });
    const times = [createTime, startTime, finishTime].map(String);
    assert.deepEqual([...times].sort(), times);
    assert.equal(lastUpdatedTime, finishTime);
  });

  it("give the builder what was asked for", async () => {
    await tasks.start();
    await tasks.ended(
      await tasks.build({
        imageNames: ["agents4711.azurecr.io/web/site:{{.Run.ID}}", "web/other"],
        dockerFilePath: "linux/Dockerfile",
        target: "final",
        arguments: [
          { name: "COLOUR", value: "green" },
          { name: "TOKEN", value: "hush", isSecret: true },
        ],
      }),
    );
    const { archive: _archive, registryId: _registryId, ...order } = tasks.builder.orders[0] ?? {};
    assert.deepEqual(order, {
      loginServer: "agents4711.azurecr.io",
      dockerfile: "linux/Dockerfile",
      imageNames: ["web/site:ca1", "web/other:latest"],
      platform: { os: "linux", architecture: "amd64" },
      buildArguments: [
        { name: "COLOUR", value: "green", isSecret: false },
        { name: "TOKEN", value: "hush", isSecret: true },
      ],
      target: "final",
      push: true,
    });
  });

  it("without a push end without images", async () => {
    await tasks.start();
    const { body } = await tasks.ended(await tasks.build({ isPushEnabled: false }));
    assert.equal(field(body, "properties.status"), "Succeeded");
    assert.equal(field(body, "properties.outputImages"), undefined);
    assert.equal(tasks.builder.orders[0]?.push, false);
  });

  it("fail with the builder's words", async () => {
    await tasks.start();
    tasks.builder.work = async () => {
      throw new BuildFailure("COPY failed: no source files were specified");
    };
    assert.deepEqual(await tasks.outcome(), ["Failed", "COPY failed: no source files were specified"]);
  });

  it("end as Error when the builder itself breaks", async () => {
    await tasks.start();
    tasks.builder.work = async () => {
      throw new Error("no space left on device");
    };
    assert.deepEqual(await tasks.outcome(), ["Error", "no space left on device"]);
  });

  it("fail when nothing builds", async () => {
    await tasks.start({ imageBuilder: undefined });
    assert.equal((await tasks.outcome())[0], "Failed");
  });

  it("time out", async () => {
    await tasks.start({ durationFactor: 0.001, buildPatienceSeconds: 0 });
    holdBuilds();
    assert.equal((await tasks.outcome({ timeout: 300 }))[0], "Timeout");
  });

  it("time out when Azure would take longer, however fast the work is here", async () => {
    await tasks.start({ durationFactor: 0.0001 });
    assert.equal((await tasks.outcome({ timeout: 300, platform: { os: "Windows" } }))[0], "Timeout");
  });

  it("are cancelled while they are built, and then no more", async () => {
    await tasks.start();
    holdBuilds();
    const runId = await tasks.build();
    await tasks.until(runId, "Running");
    assert.equal((await tasks.act(runId, "cancel")).status, 200);
    await tasks.until(runId, "Canceled");
    assert.equal((await tasks.act(runId, "cancel")).status, 409);
  });

  it("say nothing more after their end", async () => {
    await tasks.start();
    let said = false;
    tasks.builder.work = (_order, log, signal) =>
      new Promise((resolve) =>
        signal.addEventListener("abort", () => {
          log("still tidying up");
          said = true;
          resolve();
        }),
      );
    const runId = await tasks.build();
    await tasks.until(runId, "Running");
    await tasks.act(runId, "cancel");
    await tasks.until(runId, "Canceled");
    assert.ok(said);
    assert.match(await tasks.log(runId), /Run ID: ca1 was canceled after \d+s\r\n$/);
    assert.ok(!(await tasks.log(runId)).includes("tidying"));
  });

  it("wait for their turn, and are cancelled while they wait", async () => {
    await tasks.start();
    const held = holdBuilds();
    const runIds = [];
    for (let count = 0; count < 6; count += 1) {
      runIds.push(await tasks.build());
    }
    const [first = "", , , fourth = "", fifth = "", sixth = ""] = runIds;
    await tasks.until(fourth, "Running");
    assert.equal(await statusOf(fifth), "Queued");
    await tasks.act(fifth, "cancel");
    assert.equal(await statusOf(fifth), "Canceled");
    assert.match(await tasks.log(fifth), /Run ID: ca5 was canceled/);
    await tasks.act(first, "cancel");
    await tasks.until(sixth, "Running");
    held.release();
    await tasks.until(sixth, "Succeeded");
  });

  it("are built again after a restart that met them unfinished", async () => {
    await tasks.start();
    holdBuilds();
    const runId = await tasks.build({ arguments: [{ name: "COLOUR", value: "green" }] });
    await tasks.until(runId, "Running");
    tasks.builder.work = async (_order, log) => log("Step 1/1 : FROM scratch");
    await tasks.arm.restart();
    await tasks.until(runId, "Succeeded");
    assert.deepEqual(
      tasks.builder.orders.map(({ buildArguments }) => buildArguments),
      Array(2).fill([{ name: "COLOUR", value: "green", isSecret: false }]),
    );
    assert.equal((await tasks.log(runId)).match(/FROM scratch/g)?.length, 1);
    assert.equal(await tasks.build(), "ca2");
  });

  it("keep no secret on disk, so that a restart ends them", async () => {
    await tasks.start();
    holdBuilds();
    const runId = await tasks.build({ arguments: [{ name: "TOKEN", value: "hush-hush", isSecret: true }] });
    await tasks.until(runId, "Running");
    assert.ok(!tasks.arm.savedState().includes("hush-hush"));
    await tasks.arm.restart();
    const { body } = await tasks.until(runId, "Error");
    assert.match(String(field(body, "properties.runErrorMessage")), /secret build arguments/);
  });

  it("show no secret build argument in the log", async () => {
    await tasks.start();
    tasks.builder.work = async ({ buildArguments }, log) => log(`curl -H ${buildArguments[0]?.value ?? ""}`);
    const runId = await tasks.build({ arguments: [{ name: "TOKEN", value: "hush-hush", isSecret: true }] });
    await tasks.ended(runId);
    const log = await tasks.log(runId);
    assert.match(log, /curl -H \*+\r\n/);
    assert.ok(!log.includes("hush-hush"));
  });

  it("go with their registry", async () => {
    await tasks.start();
    holdBuilds();
    const runId = await tasks.build();
    await tasks.until(runId, "Running");
    const link = await tasks.logLink(runId);
    await tasks.arm.run("DELETE", registryId, "2025-11-01");
    assert.equal((await tasks.run(runId)).status, 404);
    assert.equal((await tasks.blob("GET", link)).status, 404);
  });

  it("fail when the emulator is told so", async () => {
    await tasks.start();
    const effect = { kind: "failOperation", code: "Internal", message: "the agent was lost" } as const;
    tasks.arm.faults.add({ path: "/scheduleRun", effect });
    assert.deepEqual(await tasks.outcome(), ["Failed", "the agent was lost"]);
  });

  it("are kept in an archive on request, by PATCH only", async () => {
    await tasks.start();
    const runId = await tasks.build();
    await tasks.ended(runId);
    const path = `${registryId}/runs/${runId}`;
    const patched = await tasks.arm.send("PATCH", path, api, { isArchiveEnabled: true });
    assert.equal(field(patched.body, "properties.isArchiveEnabled"), true);
    assert.equal(field(patched.body, "properties.status"), "Succeeded");
    assert.equal((await tasks.arm.send("PATCH", path, api, { status: "Failed" })).status, 400);
    assert.equal((await tasks.arm.send("PUT", path, api, {})).status, 405);
    assert.equal((await tasks.arm.send("PATCH", `${registryId}/runs/ca9`, api, {})).status, 404);
  });

  it("are numbered to the base of 36", async () => {
    await tasks.start();
    const runIds = [];
    for (let count = 0; count < 10; count += 1) {
      runIds.push(await tasks.build());
    }
    assert.deepEqual(runIds.slice(8), ["ca9", "caa"]);
  });

  it("do not exist under a version of the registry's own API", async () => {
    await tasks.start();
    const answer = await tasks.arm.send("GET", `${registryId}/runs`, "2023-07-01");
    assert.deepEqual([answer.status, errorCode(answer)], [400, "NoRegisteredProviderFound"]);
  });
});
