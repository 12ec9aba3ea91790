import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BuildFailure, type BuildOrder } from "../../../../sandbox/azure/containerRegistry/imageBuilder";
import { provideTool } from "../../../../sandbox/engine/provideTools";
import { AgentImage } from "../../../../sandbox/images/agentImage";
import { startImageService, type ImageService } from "../../../../sandbox/images/imageService";
import type { PullingNode } from "../../../../sandbox/kubernetes/kubelet/imageSource";
import { type Answer, ArmFixture, group } from "../../azure/armFixture";
import { packFiles, type Files } from "./imageBuilds";

export const location = "westeurope";
export const registryPath = (name: string) => `${group}/providers/Microsoft.ContainerRegistry/registries/${name}`;

/** The Azure emulator with everything that makes and keeps images, and a clock that can be moved. */
export class ImageCloud {
  private time = Date.parse("2026-11-30T12:00:00Z");

  private constructor(
    readonly folder: string,
    private readonly crane: string,
    readonly service: ImageService,
    readonly arm: ArmFixture,
  ) {}

  static async start(): Promise<ImageCloud> {
    const folder = mkdtempSync(join(tmpdir(), "image-cloud-"));
    const crane = await provideTool("crane", new AbortController().signal);
    const cloud: { current?: ImageCloud } = {};
    const service = await startImageService({
      crane,
      registryDirectory: join(folder, "registry"),
      contentDirectory: join(folder, "content"),
      agentImage: new AgentImage(join(folder, "agent")),
      images: async () => (await arm).registryImages,
      log: () => undefined,
    });
    const arm = ArmFixture.start({
      now: () => new Date(cloud.current?.time ?? 0),
      imageBuilder: service.builder,
      imageContents: service.contents,
    });
    cloud.current = new ImageCloud(folder, crane, service, await arm);
    await cloud.current.arm.send("PUT", group, "2024-03-01", { location });
    return cloud.current;
  }

  async stop(): Promise<void> {
    await this.arm.stop();
    await this.service.close();
    rmSync(this.folder, { recursive: true });
  }

  passDays(days: number): void {
    this.time += days * 86_400_000;
  }

  /** A registry from which every node may pull. */
  async createRegistry(name: string, properties: object = {}): Promise<void> {
    const body = { location, sku: { name: "Premium" }, properties: { anonymousPullEnabled: true, ...properties } };
    await this.arm.run("PUT", registryPath(name), "2025-11-01", body);
  }

  removeRegistry(name: string): Promise<Answer> {
    return this.arm.run("DELETE", registryPath(name), "2025-11-01");
  }

  /** Builds into a registry. @returns the digest, or undefined when it failed. */
  async build(registry: string, image: string, files: Files, order: Partial<BuildOrder> = {}) {
    const archive = join(this.folder, "context.tar.gz");
    await packFiles(files, archive);
    const log: string[] = [];
    const whole: BuildOrder = {
      registryId: registryPath(registry),
      loginServer: `${registry}.azurecr.io`,
      archive,
      dockerfile: "Dockerfile",
      imageNames: [image],
      platform: { os: "linux", architecture: "amd64" },
      buildArguments: [],
      push: true,
      ...order,
    };
    try {
      const signal = new AbortController().signal;
      const [pushed] = await this.service.builder.build(whole, (line) => log.push(line), signal);
      return { log, digest: pushed?.digest };
    } catch (error) {
      if (!(error instanceof BuildFailure)) throw error;
      return { log, digest: undefined };
    }
  }

  /** What a node gets for an image; the refusal's message where it gets none. */
  async pull(image: string, node: PullingNode = { osType: "linux" }): Promise<{ imageId?: string; refusal?: string }> {
    const answer = await this.arm.images.pull("", image, node);
    return answer?.kind === "pulled" ? { imageId: answer.imageId } : { refusal: answer?.message ?? "unknown registry" };
  }

  /** The digest that a client of the registry on loopback sees; undefined when it sees none. */
  clientDigest(image: string): string | undefined {
    const host = this.service.registryUrl.replace("http://", "");
    try {
      return execFileSync(this.crane, ["digest", `${host}/${image}`], { encoding: "utf8", stdio: "pipe" }).trim();
    } catch {
      return undefined;
    }
  }
}
