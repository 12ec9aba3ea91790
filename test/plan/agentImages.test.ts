import assert from "node:assert/strict";
import { planWith } from "./fleets";

function imagesOf(agents: readonly Record<string, unknown>[], keys: Record<string, unknown> = {}) {
  const { agentImages, agentClasses } = planWith({ agents, ...keys });
  return {
    images: agentImages.map(({ repository, os, builtFrom = "-", usedBy }) => [repository, os, builtFrom, usedBy]),
    runs: Object.fromEntries(
      agentClasses.flatMap(({ deployments }) =>
        deployments.map(({ name, image, builtImage }) => [name, image ?? builtImage]),
      ),
    ),
  };
}

describe("images that the program builds", () => {
  it("are one for each operating system in use, shared by classes and generations", () => {
    const agents = [
      { name: "win22", os: "windows2022" },
      { name: "big", os: "windows2022", generation: "b", previous: { generation: "a" } },
      { name: "linux", os: "linux" },
    ];
    assert.deepEqual(imagesOf(agents), {
      images: [
        ["agents/windows2022", "windows2022", "-", ["win22-a", "big-b", "big-a"]],
        ["agents/linux", "linux", "-", ["linux-a"]],
      ],
      runs: {
        "win22-a": "windows2022-image",
        "big-b": "windows2022-image",
        "big-a": "windows2022-image",
        "linux-a": "linux-image",
      },
    });
  });

  it("fit an older base where imageOs asks for it, and both systems of a hand-over", () => {
    const agents = [
      { name: "win25", os: "windows2025", imageOs: "ltsc2022" },
      { name: "move", os: "windows2025", generation: "b", previous: { generation: "a", os: "windows2022" } },
    ];
    assert.deepEqual(imagesOf(agents).runs, {
      "win25-a": "windows2022-image",
      "move-b": "windows2025-image",
      "move-a": "windows2022-image",
    });
  });

  it("are built from the program's own where a class has a folder, once for each system of the class", () => {
    const imageContext = "samples/agent-dotnet";
    const agents = [
      { name: "linux", os: "linux", imageContext },
      {
        name: "net",
        os: "windows2025",
        imageContext,
        generation: "b",
        previous: { generation: "a", os: "windows2022" },
      },
    ];
    assert.deepEqual(imagesOf(agents), {
      images: [
        ["agents/linux", "linux", "-", ["linux-a"]],
        ["agents/windows2025", "windows2025", "-", ["net-b"]],
        ["agents/windows2022", "windows2022", "-", ["net-a"]],
        ["agents/classes/linux", "linux", "linux-image", ["linux-a"]],
        ["agents/classes/net", "windows2025", "windows2025-image", ["net-b"]],
        ["agents/classes/net", "windows2022", "windows2022-image", ["net-a"]],
      ],
      runs: {
        "linux-a": "linux-linux-image",
        "net-b": "net-windows2025-image",
        "net-a": "net-windows2022-image",
      },
    });
  });

  it("are none where images are named, or builds are turned off", () => {
    const image = "contoso.azurecr.io/agents/linux:1.4.0";
    assert.deepEqual(imagesOf([{ name: "linux", os: "linux", image }]), { images: [], runs: { "linux-a": image } });
    const off = imagesOf([{ name: "linux", os: "linux" }], { imageBuilds: { agentImages: false } });
    assert.deepEqual(off, { images: [], runs: { "linux-a": undefined } });
  });
});
