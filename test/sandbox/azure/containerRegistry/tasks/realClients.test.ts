import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ContainerRegistryManagementClient } from "@azure/arm-containerregistry";
import { AnonymousCredential, AppendBlobClient, BlockBlobClient } from "@azure/storage-blob";
import { ArmFixture } from "../../armFixture";
import { httpsFront } from "../../httpsFront";
import { digest, TestBuilder } from "./testBuilder";

const endpoint = "https://management.example.com";
const subscriptionId = "00000000-0000-4000-8000-000000000001";

describe("Microsoft's clients build an image by tasks of the Azure emulator", () => {
  let arm: ArmFixture;
  let client: ContainerRegistryManagementClient;
  const builder = new TestBuilder();
  /** Storage clients take http, too, so that they need no front. */
  const blob = (url = "") => [url.replace(endpoint, arm.url), new AnonymousCredential()] as const;

  before(async () => {
    arm = await ArmFixture.start({ imageBuilder: builder });
    const credential = {
      getToken: async () => ({ token: await arm.token(), expiresOnTimestamp: Date.now() + 3_600_000 }),
    };
    client = new ContainerRegistryManagementClient(credential, subscriptionId, {
      endpoint,
      httpClient: httpsFront(() => arm.url),
    });
    await arm.send("PUT", `/subscriptions/${subscriptionId}/resourceGroups/rg`, "2024-03-01", {
      location: "westeurope",
    });
    await client.registries.beginCreateAndWait(
      "rg",
      "agents4711",
      { location: "westeurope", sku: { name: "Basic" } },
      { updateIntervalInMs: 1 },
    );
  });
  after(() => arm.stop());

  async function build(content: Buffer, blockSize?: number) {
    const { uploadUrl, relativePath } = await client.registries.getBuildSourceUploadUrl("rg", "agents4711");
    assert.ok(uploadUrl?.startsWith(`${endpoint}/_blob/`));
    await new BlockBlobClient(...blob(uploadUrl)).uploadData(
      content,
      blockSize === undefined ? {} : { blockSize, maxSingleShotSize: blockSize },
    );
    return client.registries.beginScheduleRunAndWait("rg", "agents4711", {
      type: "DockerBuildRequest",
      sourceLocation: relativePath,
      dockerFilePath: "Dockerfile",
      imageNames: ["web/site:1"],
      platform: { os: "Linux", architecture: "amd64" },
      arguments: [{ name: "COLOUR", value: "green" }],
    });
  }

  async function ended(runId: string) {
    for (const deadline = Date.now() + 10_000; Date.now() < deadline;) {
      const run = await client.runs.get("rg", "agents4711", runId);
      if (run.finishTime !== undefined) {
        return run;
      }
    }
    throw new Error(`${runId} did not end`);
  }

  it("@azure/arm-containerregistry 11 and @azure/storage-blob upload, schedule, follow and read the log", async () => {
    const content = Buffer.from("a context");
    const queued = await build(content);
    assert.equal(queued.status, "Queued");
    const run = await ended(queued.runId ?? "");
    assert.equal(run.status, "Succeeded");
    assert.deepEqual(run.outputImages, [
      { registry: "agents4711.azurecr.io", repository: "web/site", tag: "1", digest },
    ]);
    const order = builder.orders.at(-1);
    assert.deepEqual(readFileSync(order?.archive ?? ""), content);
    assert.deepEqual(order?.buildArguments, [{ name: "COLOUR", value: "green", isSecret: false }]);
    const { logLink } = await client.runs.getLogSasUrl("rg", "agents4711", run.runId ?? "");
    const log = new AppendBlobClient(...blob(logLink));
    assert.equal((await log.getProperties()).metadata?.["complete"], "successful");
    assert.match(
      (await log.downloadToBuffer()).toString(),
      /\r\nStep 1\/1 : FROM scratch\r\nRun ID: ca1 was successful after/,
    );
  });

  it("@azure/arm-containerregistry 11 lists, changes and cancels runs", async () => {
    await ended((await build(Buffer.from("a context"))).runId ?? "");
    builder.work = (_order, _log, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))));
    const { runId = "" } = await build(Buffer.from("a context"));
    await client.runs.beginCancelAndWait("rg", "agents4711", runId, { updateIntervalInMs: 1 });
    assert.equal((await ended(runId)).status, "Canceled");
    const listed = [];
    for await (const { name } of client.runs.list("rg", "agents4711", { filter: "Status eq 'Canceled'", top: 10 })) {
      listed.push(name);
    }
    assert.deepEqual(listed, [runId]);
    const poll = { updateIntervalInMs: 1 };
    const changed = await client.runs.beginUpdateAndWait("rg", "agents4711", runId, { isArchiveEnabled: true }, poll);
    assert.equal(changed.isArchiveEnabled, true);
    builder.work = async () => undefined;
  });

  it("@azure/storage-blob uploads a larger context in blocks", async () => {
    const content = Buffer.alloc(2_500_000, "context ");
    await ended((await build(content, 1_000_000)).runId ?? "");
    assert.deepEqual(readFileSync(builder.orders.at(-1)?.archive ?? ""), content);
  });
});
