import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { planTable } from "../../images/pins/planTable";
import { readPins } from "../../images/pins/pins";
import { imagePins } from "../../plan/imagePins";
import { planWith } from "../plan/fleets";
import { projectRoot } from "../support/stackConfig";

describe("pins.json", () => {
  const { pins } = readPins();

  it("names a source for every version, and for every digest", () => {
    for (const pin of pins) {
      assert.notEqual(pin.versionSource, "", pin.name);
      const resolved = [pin.digest, pin.digestSource, pin.resolvedAt].map((value) => value !== null);
      assert.ok(
        new Set(resolved).size === 1,
        `${pin.name} has a digest, its source and its time together or none of them`,
      );
    }
  });

  it("has each part once, and the agent in one version for all images", () => {
    assert.equal(new Set(pins.map(({ name }) => name)).size, pins.length);
    assert.equal(new Set(pins.filter(({ argument }) => argument === "AGENT").map(({ version }) => version)).size, 1);
  });

  it("names in each address the version that it pins", () => {
    for (const pin of pins) if (pin.kind === "file") assert.match(pin.url, /^https:\/\/.*\{version\}/, pin.name);
  });

  it("is what the plan knows of it", async () => {
    assert.equal(readFileSync(join(projectRoot, "plan", "imagePins.ts"), "utf8"), await planTable(readPins()));
  });
});

describe("unresolved pins in the plan", () => {
  const warnings = (keys: Record<string, unknown>, resolved: readonly string[]) =>
    planWith(keys, {
      imagePins: imagePins.map((pin) => ({ ...pin, resolved: resolved.includes(pin.name) })),
    }).warnings.filter(({ code }) => code === "image-pins-unresolved");
  const everything = imagePins.map(({ name }) => name);
  const linuxParts = ["ubuntu", "agent-linux", "powershell-linux", "azure-cli-linux", "kubectl-linux"];

  it("are warned about once, with the parts of the images that the classes use", () => {
    const [warning, ...more] = warnings({ agents: [{ name: "linux", os: "linux" }] }, []);
    assert.equal(more.length, 0);
    assert.equal(warning?.path, "agents");
    for (const name of linuxParts) assert.ok(warning.message.includes(name), name);
    assert.doesNotMatch(warning.message, /servercore|windows/);
  });

  it("are no matter when every part of the used images is resolved, or the image is somebody else's", () => {
    assert.deepEqual(warnings({ agents: [{ name: "linux", os: "linux" }] }, linuxParts), []);
    assert.deepEqual(warnings({}, everything), []);
    assert.deepEqual(
      warnings({ agents: [{ name: "linux", os: "linux", image: "contoso.azurecr.io/agents/linux:1.4.0" }] }, []),
      [],
    );
  });
});
