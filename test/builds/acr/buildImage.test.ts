import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { buildImage } from "../../../builds/acr/buildImage";
import { BuildFailure } from "../../../sandbox/azure/containerRegistry/imageBuilder";
import { digest } from "../../sandbox/azure/containerRegistry/tasks/testBuilder";
import { Follower, quick, request, TaskFixture, untilDone } from "./taskFixture";

describe("An image by ACR Tasks", () => {
  let fixture: TaskFixture;

  before(async () => {
    fixture = await TaskFixture.start();
  });
  after(() => fixture.stop());

  it("is built from the context, with what the request says, and comes back with its digests", async () => {
    const follower = new Follower();
    const built = await buildImage(
      {
        ...request,
        os: "Windows",
        images: ["web/site:1", "web/site:latest"],
        target: "final",
        buildArguments: { WINDOWS_VERSION: "ltsc2022" },
        secretBuildArguments: { FEED_TOKEN: "canary-4711" },
      },
      fixture.azure,
      follower,
      untilDone,
      quick,
    );
    assert.deepEqual(built.images, [
      { repository: "web/site", tag: "1", digest },
      { repository: "web/site", tag: "latest", digest },
    ]);
    assert.equal(built.loginServer, "agents4711.azurecr.io");
    assert.equal(built.adopted, false);
    const order = fixture.builder.orders.at(-1);
    assert.deepEqual(order?.platform, { os: "windows", architecture: "amd64" });
    assert.equal(order?.target, "final");
    assert.equal(order?.dockerfile, "Dockerfile");
    assert.deepEqual(order?.buildArguments, [
      { name: "WINDOWS_VERSION", value: "ltsc2022", isSecret: false },
      { name: "FEED_TOKEN", value: "canary-4711", isSecret: true },
    ]);
    const uploaded = execFileSync("tar", ["-xzOf", order?.archive ?? "", "Dockerfile"], { encoding: "utf8" });
    assert.equal(uploaded, "FROM scratch\n");
    assert.doesNotMatch([...follower.steps, ...follower.lines].join("\n"), /canary-4711/);
  });

  it("shows each line of the log as it comes", async () => {
    const follower = new Follower();
    fixture.builder.work = async (_order, log) => {
      log("Step 1/2 : FROM scratch");
      for (const deadline = Date.now() + 10_000; !follower.lines.includes("Step 1/2 : FROM scratch");) {
        assert.ok(Date.now() < deadline, "the first line was not shown while the build went on");
        await new Promise((resolve) => setImmediate(resolve));
      }
      log("Step 2/2 : COPY größe .");
    };
    await buildImage(request, fixture.azure, follower, untilDone, quick);
    const steps = follower.lines.filter((line) => line.startsWith("Step"));
    assert.deepEqual(steps, ["Step 1/2 : FROM scratch", "Step 2/2 : COPY größe ."]);
    assert.match(follower.lines.at(-1) ?? "", /was successful after/);
  });

  it("fails with the failing step, its exit code and the end of the log", async () => {
    fixture.builder.work = async (_order, log) => {
      log("Step 2/2 : RUN dotnet publish");
      log("error CS1002: ; expected");
      log("The command '/bin/sh -c dotnet publish' returned a non-zero code: 1");
      throw new BuildFailure("failed during run, err: exit status 1");
    };
    await assert.rejects(buildImage(request, fixture.azure, new Follower(), untilDone, quick), {
      code: "step-failed",
      message: /exit code 1: \/bin\/sh -c dotnet publish[^]*error CS1002: ; expected/,
    });
  });

  it("is cancelled when the build is interrupted, and the call ends when it has stopped", async () => {
    const interruption = new AbortController();
    let stopped = false;
    fixture.builder.work = (_order, log, signal) =>
      new Promise((_resolve, reject) => {
        log("Step 1/1 : RUN sleep infinity");
        signal.addEventListener("abort", () => {
          stopped = true;
          reject(new Error("stopped"));
        });
        interruption.abort();
      });
    await assert.rejects(buildImage(request, fixture.azure, new Follower(), interruption.signal, quick), {
      code: "cancelled",
      message: /ended as canceled/,
    });
    assert.ok(stopped);
  });
});
