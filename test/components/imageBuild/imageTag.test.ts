import assert from "node:assert/strict";
import { imageTag, type ImageMaterial } from "../../../components/imageBuild/imageTag";

const material: ImageMaterial = {
  os: "Windows",
  baseImage: `mcr.microsoft.com/windows/servercore:ltsc2022@sha256:${"a".repeat(64)}`,
  baseArgument: "WINDOWS_BASE",
  dockerfile: "windows/Dockerfile",
  contextHash: "b".repeat(64),
  buildArguments: { AGENT_VERSION: "5.278.0", GIT_URL: "https://example.com/git.exe" },
};

describe("imageTag", () => {
  it("is a tag of a registry, and the same for the same material in any order", () => {
    const turned = {
      ...material,
      buildArguments: { GIT_URL: "https://example.com/git.exe", AGENT_VERSION: "5.278.0" },
    };
    assert.match(imageTag(material), /^[0-9a-f]{32}$/);
    assert.equal(imageTag(turned), imageTag(material));
  });

  it("is another one for every other material", () => {
    const others: readonly Partial<ImageMaterial>[] = [
      { os: "Linux" },
      { baseImage: `mcr.microsoft.com/windows/servercore:ltsc2022@sha256:${"c".repeat(64)}` },
      { baseArgument: "BASE" },
      { dockerfile: "Dockerfile" },
      { contextHash: "d".repeat(64) },
      { buildArguments: { AGENT_VERSION: "5.279.0", GIT_URL: "https://example.com/git.exe" } },
      { buildArguments: { AGENT_VERSION: "5.278.0" } },
    ];
    const tags = [material, ...others.map((other) => ({ ...material, ...other }))].map(imageTag);
    assert.equal(new Set(tags).size, others.length + 1);
  });
});
