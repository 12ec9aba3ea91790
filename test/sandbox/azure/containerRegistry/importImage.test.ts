import assert from "node:assert/strict";
import { type Answer, ArmFixture, errorCode, field, group } from "../armFixture";

const registry = (name: string) => `${group}/providers/Microsoft.ContainerRegistry/registries/${name}`;
const target = registry("target4711");
const location = "westeurope";
const api = "2023-07-01";
const servercore = { registryUri: "mcr.microsoft.com", sourceImage: "windows/servercore:ltsc2022" };

describe("import of images into a registry", () => {
  let arm: ArmFixture;

  beforeEach(async () => {
    arm = await ArmFixture.start();
    await arm.send("PUT", group, "2024-03-01", { location });
    for (const name of ["target4711", "source4711"]) {
      await arm.run("PUT", registry(name), "2025-11-01", {
        location,
        sku: { name: "Standard" },
        properties: { anonymousPullEnabled: true },
      });
    }
  });

  afterEach(() => arm.stop());

  /** Follows the operation by its URL, as clients do. */
  async function importImage(body: unknown, into = target): Promise<Answer> {
    return arm.run("POST", `${into}/importImage`, api, body);
  }

  async function imageId(image: string): Promise<string | undefined> {
    const answer = await arm.images.pull("", image, { osType: "windows", windowsBuild: "10.0.20348" });
    return answer?.kind === "pulled" ? answer.imageId.split("@")[1] : undefined;
  }

  it("copies a Windows base image of Microsoft's registry", async () => {
    assert.equal((await importImage({ source: servercore, targetTags: ["bases/core:22"] })).status, 200);
    assert.notEqual(await imageId("target4711.azurecr.io/bases/core:22"), undefined);
  });

  it("takes the source's name where no tag is given", async () => {
    await importImage({ source: servercore });
    assert.notEqual(await imageId("target4711.azurecr.io/windows/servercore:ltsc2022"), undefined);
  });

  it("takes the source's tag where the target has none", async () => {
    await importImage({ source: servercore, targetTags: ["core"] });
    assert.notEqual(await imageId("target4711.azurecr.io/core:ltsc2022"), undefined);
  });

  it("copies from another registry, named by its address or its id, with the same digest", async () => {
    await importImage({ source: servercore, targetTags: ["core:22"] }, registry("source4711"));
    await importImage({
      source: { registryUri: "source4711.azurecr.io", sourceImage: "core:22" },
      targetTags: ["by/address:1"],
    });
    await importImage({
      source: { resourceId: registry("source4711"), sourceImage: "core:22" },
      targetTags: ["by/id:1"],
    });
    const digest = await imageId("source4711.azurecr.io/core:22");
    assert.notEqual(digest, undefined);
    assert.equal(await imageId("target4711.azurecr.io/by/address:1"), digest);
    assert.equal(await imageId("target4711.azurecr.io/by/id:1"), digest);
  });

  it("answers 202 first and fails in the operation when the source does not exist", async () => {
    const body = { source: { registryUri: "mcr.microsoft.com", sourceImage: "windows/servercore:none" } };
    const first = await arm.send("POST", `${target}/importImage`, api, body);
    assert.equal(first.status, 202);
    assert.equal(errorCode(await arm.follow(first)), "InvalidParameters");
  });

  it("leaves a tag that is taken alone, unless it is told to overwrite it", async () => {
    const other = { registryUri: "mcr.microsoft.com", sourceImage: "windows/nanoserver:ltsc2022" };
    await importImage({ source: servercore, targetTags: ["base:1"] });
    const before = await imageId("target4711.azurecr.io/base:1");
    const refused = await importImage({ source: other, targetTags: ["base:1"] });
    assert.equal(field(refused.body, "error.message"), "Tag base:1 already exists in target registry.");
    assert.equal(await imageId("target4711.azurecr.io/base:1"), before);
    await importImage({ source: other, targetTags: ["base:1"], mode: "Force" });
    assert.notEqual(await imageId("target4711.azurecr.io/base:1"), before);
  });

  for (const [what, body] of [
    ["no source", {}],
    ["a source without a registry", { source: { sourceImage: "core:22" } }],
    ["an unknown mode", { source: servercore, mode: "Sometimes" }],
  ] as const) {
    it(`refuses at once ${what}`, async () => {
      assert.equal((await arm.send("POST", `${target}/importImage`, api, body)).status, 400);
    });
  }

  it("does not know a registry that is not there", async () => {
    const answer = await arm.send("POST", `${registry("absent4711")}/importImage`, api, { source: servercore });
    assert.equal(answer.status, 404);
  });
});
