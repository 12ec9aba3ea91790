import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RegistryImages } from "../../../sandbox/azure/containerRegistry/registryImages";
import { provideTool } from "../../../sandbox/engine/provideTools";
import { runProcess } from "../../../sandbox/engine/runProcess";
import { AgentImage } from "../../../sandbox/images/agentImage";
import { type ImageService, startImageService } from "../../../sandbox/images/imageService";
import { SignedInAz } from "../azure/signedInAz";

const samples = join(__dirname, "../../../samples");

describe("Microsoft's az builds the samples, and a registry client finds them", function () {
  // The first time, az is downloaded and installed.
  this.timeout(900_000);
  const folder = mkdtempSync(join(tmpdir(), "az-samples-"));
  let crane: string;
  let service: ImageService | undefined;
  let az: SignedInAz | undefined;

  before(async function () {
    crane = await provideTool("crane", new AbortController().signal);
    service = await startImageService({
      crane,
      registryDirectory: join(folder, "registry"),
      contentDirectory: join(folder, "content"),
      agentImage: new AgentImage(join(folder, "agent")),
      images: async () => registryImages(),
      log: () => undefined,
    });
    az = await SignedInAz.start({ imageBuilder: service.builder, imageContents: service.contents });
    if (az === undefined) {
      this.skip();
    }
    await az.run("acr", "create", "--resource-group", "rg", "--name", "agents4711", "--sku", "Basic");
  });

  after(async () => {
    await az?.stop();
    await service?.close();
    rmSync(folder, { recursive: true });
  });

  function registryImages(): RegistryImages {
    assert.ok(az !== undefined);
    return az.cloud.registryImages;
  }

  /** A manifest's configuration, as a client of the registry on loopback reads it. */
  async function configuration(image: string): Promise<Record<string, unknown>> {
    const host = service?.registryUrl.replace("http://", "") ?? "";
    const { stdout, stderr } = await runProcess(crane, ["config", `${host}/${image}`]);
    assert.notEqual(stdout, "", stderr);
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  for (const [sample, platform, expected] of [
    ["linux-web", "linux", { os: "linux", architecture: "amd64" }],
    ["windows-web", "windows", { os: "windows", architecture: "amd64" }],
  ] as const) {
    it(`${sample} for ${platform}`, async () => {
      const image = `sample/${sample}:1`;
      const options = ["--registry", "agents4711", "--image", image, "--platform", platform];
      const printed = await az?.run("acr", "build", ...options, join(samples, sample));
      const digest = /: digest: (sha256:[0-9a-f]{64})/.exec(printed ?? "")?.[1];
      assert.notEqual(digest, undefined);
      const { os, architecture } = await configuration(`agents4711.azurecr.io/sample/${sample}@${digest ?? ""}`);
      assert.deepEqual({ os, architecture }, expected);
    });
  }
});
