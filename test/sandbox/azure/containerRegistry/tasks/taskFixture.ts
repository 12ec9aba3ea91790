import assert from "node:assert/strict";
import { type Answer, ArmFixture, field, group } from "../../armFixture";
import { TestBuilder } from "./testBuilder";

export const registryId = `${group}/providers/Microsoft.ContainerRegistry/registries/agents4711`;
export const api = "2025-03-01-preview";
const location = "westeurope";

/** An emulator with a registry whose images a test's own builder makes. */
export class TaskFixture {
  readonly builder = new TestBuilder();
  private emulator: ArmFixture | undefined;

  get arm(): ArmFixture {
    assert.ok(this.emulator !== undefined);
    return this.emulator;
  }

  /** @param settings Of the emulator. @param registry Properties of the registry. */
  async start(settings: Parameters<typeof ArmFixture.start>[0] = {}, registry = {}, sku = "Premium"): Promise<void> {
    this.emulator = await ArmFixture.start({ imageBuilder: this.builder, ...settings });
    await this.arm.send("PUT", group, "2024-03-01", { location });
    const created = await this.arm.run("PUT", registryId, "2025-11-01", {
      location,
      sku: { name: sku },
      properties: registry,
    });
    assert.equal(field(created.body, "status"), "Succeeded");
  }

  /** A context to build from. */
  async upload(content = "a context"): Promise<string> {
    const { body } = await this.arm.send("POST", `${registryId}/listBuildSourceUploadUrl`, api);
    const answer = await this.blob("PUT", String(field(body, "uploadUrl")), content, { "x-ms-blob-type": "BlockBlob" });
    assert.equal(answer.status, 201);
    return String(field(body, "relativePath"));
  }

  async blob(method: string, url: string, body?: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  }

  async request(more: object = {}): Promise<Record<string, unknown>> {
    return {
      type: "DockerBuildRequest",
      sourceLocation: await this.upload(),
      dockerFilePath: "Dockerfile",
      imageNames: ["web/site:1"],
      platform: { os: "Linux" },
      ...more,
    };
  }

  /** Schedules a build that differs from the plainest one. */
  async schedule(more: object = {}, apiVersion = api): Promise<Answer> {
    return this.arm.send("POST", `${registryId}/scheduleRun`, apiVersion, await this.request(more));
  }

  /** Schedules a build that is taken, and answers its id. */
  async build(more: object = {}): Promise<string> {
    const answer = await this.schedule(more);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return String(field(answer.body, "properties.runId"));
  }

  async run(runId: string): Promise<Answer> {
    return this.arm.send("GET", `${registryId}/runs/${runId}`, api);
  }

  async act(runId: string, action: string): Promise<Answer> {
    return this.arm.send("POST", `${registryId}/runs/${runId}/${action}`, api);
  }

  /** Waits until the run's status is one of these. */
  async until(runId: string, ...statuses: readonly string[]): Promise<Answer> {
    for (const deadline = Date.now() + 10_000; Date.now() < deadline;) {
      const answer = await this.run(runId);
      if (statuses.includes(String(field(answer.body, "properties.status")))) {
        return answer;
      }
    }
    throw new Error(`${runId} did not become ${statuses.join(" or ")}`);
  }

  async ended(runId: string): Promise<Answer> {
    return this.until(runId, "Succeeded", "Failed", "Canceled", "Error", "Timeout");
  }

  /** Builds and waits for the end: status, and why. */
  async outcome(more: object = {}): Promise<unknown[]> {
    const { body } = await this.ended(await this.build(more));
    return [field(body, "properties.status"), field(body, "properties.runErrorMessage")];
  }

  async logLink(runId: string): Promise<string> {
    return String(field((await this.act(runId, "listLogSasUrl")).body, "logLink"));
  }

  async log(runId: string): Promise<string> {
    return (await this.blob("GET", await this.logLink(runId))).text();
  }
}
