import assert from "node:assert/strict";
import fc from "fast-check";
import { meetsDemands } from "../../../sandbox/azuredevops/emulator/demands";
import type { Agent } from "../../../sandbox/azuredevops/emulator/state";

const agent: Agent = {
  id: 1,
  poolId: 1,
  name: "pod-1",
  version: "5.278.0",
  osDescription: "",
  enabled: true,
  provisioningState: "Provisioned",
  maxParallelism: 1,
  createdOn: "2026-09-01T00:00:00Z",
  systemCapabilities: { "Agent.OS": "Windows_NT", msbuild: "C:\\msbuild" },
  userCapabilities: { "windows build": "20348" },
  clientId: "7b0c1e7c-7c5c-4b55-9c75-0e3a5d1c1c11",
};

describe("Azure DevOps emulator: demands", () => {
  const cases: readonly (readonly [string, boolean])[] = [
    ["msbuild", true],
    ["MSBuild", true],
    ["docker", false],
    ["Agent.OS -equals Windows_NT", true],
    ["Agent.OS -equals Linux", false],
    ["Agent.Name -equals pod-1", true],
    ["windows build -equals 20348", true],
    ["Agent.Version -gtVersion 5.278.0", true],
    ["Agent.Version -gtVersion 5.279.0", false],
    ["Agent.Version -gtVersion 2.182.1", true],
  ];
  for (const [demand, met] of cases) {
    it(`${demand} is ${met ? "met" : "not met"}`, () => assert.equal(meetsDemands(agent, [demand]), met));
  }

  it("an agent meets every demand for what it has, by name and by value", () => {
    const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9._]{0,12}( [A-Za-z0-9.]{1,6})?$/);
    fc.assert(
      fc.property(fc.dictionary(word, word, { minKeys: 1 }), (systemCapabilities) => {
        const able = { ...agent, systemCapabilities, userCapabilities: {} };
        // Names differ in more than case: the service keeps one capability of each name.
        const names = Object.keys(systemCapabilities);
        fc.pre(new Set(names.map((name) => name.toLowerCase())).size === names.length);
        return names.every((name) => meetsDemands(able, [name, `${name} -equals ${systemCapabilities[name]}`]));
      }),
    );
  });

  it("all of several demands are to be met", () => assert.equal(meetsDemands(agent, ["msbuild", "docker"]), false));
});
