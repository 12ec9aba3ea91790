import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { buildImage } from "../../../builds/acr/buildImage";
import type { BuildOrder } from "../../../sandbox/azure/containerRegistry/imageBuilder";
import { BuildFailure } from "../../../sandbox/azure/containerRegistry/imageBuilder";
import { digest } from "../../sandbox/azure/containerRegistry/tasks/testBuilder";
import { Follower, quick, request, TaskFixture, untilDone } from "./taskFixture";

/** As Docker shows the first instruction of what was uploaded. */
function firstStep({ archive, dockerfile }: BuildOrder): string {
  const text = execFileSync("tar", ["-xzOf", archive, dockerfile], { encoding: "utf8" });
  return `Step 1/2 : ${text.split("\n")[0] ?? ""}`;
}

describe("A build that is to take up what an interrupted one has left", () => {
  let fixture: TaskFixture;
  const adopting = { ...request, adopt: true };
  const build = (image: string) =>
    buildImage({ ...adopting, images: [image] }, fixture.azure, new Follower(), untilDone, quick);
  /** Lets the builds that are under way go on to their end. */
  let release: () => void;
  let started: string[] = [];

  beforeEach(async () => {
    fixture = await TaskFixture.start();
    started = [];
    const released = new Promise<void>((resolve) => (release = resolve));
    fixture.builder.work = async (order, log) => {
      log(firstStep(order));
      started.push(...order.imageNames);
      await released;
    };
  });
  afterEach(() => fixture.stop());

  async function until(condition: () => boolean): Promise<void> {
    for (const deadline = Date.now() + 10_000; !condition();) {
      assert.ok(Date.now() < deadline, "it did not come about");
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }

  it("takes a run that is under way for the same image", async () => {
    const first = build("agents/linux:h1");
    await until(() => started.length === 1);
    const second = build("agents/linux:h1");
    release();
    const [one, other] = await Promise.all([first, second]);
    assert.deepEqual(other.images, [{ repository: "agents/linux", tag: "h1", digest }]);
    assert.deepEqual([one.adopted, other.adopted], [false, true]);
    assert.equal(other.runId, one.runId);
    assert.equal(fixture.builder.orders.length, 1);
  });

  it("takes a run that has succeeded", async () => {
    release();
    const one = await build("agents/linux:h1");
    const other = await build("agents/linux:h1");
    assert.equal(other.adopted, true);
    assert.equal(other.runId, one.runId);
    assert.deepEqual(other.images, one.images);
  });

  it("starts its own when the others are for other images, or have failed", async () => {
    const foreign = buildImage({ ...request, images: ["web:1"] }, fixture.azure, new Follower(), untilDone, quick);
    const older = build("agents/linux:h0");
    await until(() => started.length === 2);
    const own = build("agents/linux:h1");
    await until(() => started.includes("agents/linux:h1"));
    release();
    assert.deepEqual(
      (await Promise.all([foreign, older, own])).map(({ adopted }) => adopted),
      [false, false, false],
    );
    fixture.builder.work = async () => {
      throw new BuildFailure("failed");
    };
    await assert.rejects(build("agents/linux:h2"));
    fixture.builder.work = async () => {};
    assert.equal((await build("agents/linux:h2")).adopted, false);
  });

  it("does not wait for what others have queued once it has found its own", async () => {
    const own = build("agents/linux:h1");
    await until(() => started.length === 1);
    const queue = [1, 2, 3, 4].map(() => new Follower());
    const others = queue.map((follower, tag) =>
      buildImage({ ...request, images: [`web:${tag}`] }, fixture.azure, follower, untilDone, quick),
    );
    await until(() => queue.some(({ steps }) => steps.some((step) => step.includes("queued"))));
    const follower = new Follower();
    const second = buildImage({ ...adopting, images: ["agents/linux:h1"] }, fixture.azure, follower, untilDone, quick);
    await until(() => follower.steps.some((step) => step.includes("of an earlier build is taken")));
    release();
    assert.equal((await second).runId, (await own).runId);
    await Promise.all(others);
  });

  it("waits for a queued run to say what it builds", async () => {
    // The emulator builds four at a time.
    const others = [1, 2, 3, 4].map((tag) =>
      buildImage({ ...request, images: [`web:${tag}`] }, fixture.azure, new Follower(), untilDone, quick),
    );
    await until(() => started.length === 4);
    const follower = new Follower();
    const queued = buildImage({ ...adopting, images: ["agents/linux:h1"] }, fixture.azure, follower, untilDone, quick);
    await until(() => follower.steps.some((step) => step.includes("queued")));
    const second = build("agents/linux:h1");
    release();
    await Promise.all(others);
    assert.equal((await second).runId, (await queued).runId);
    assert.equal((await second).adopted, true);
  });
});
