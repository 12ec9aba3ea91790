import assert from "node:assert/strict";
import { agentVolume } from "../../components/agentVolume";
import type { AgentVolumePlan } from "../../plan/fleetPlan";

const common = { name: "cache", mountPath: "/cache", readOnly: false };

describe("agentVolume", () => {
  const cases: readonly (readonly [string, AgentVolumePlan, object])[] = [
    ["an empty folder", { ...common, emptyDir: {} }, { emptyDir: {} }],
    [
      "an empty folder with a limit",
      { ...common, emptyDir: { sizeLimitGiB: 40 } },
      { emptyDir: { sizeLimit: "40Gi" } },
    ],
    ["a ConfigMap", { ...common, configMap: { name: "settings" } }, { configMap: { name: "settings" } }],
    ["a Secret", { ...common, secret: { name: "feeds" } }, { secret: { secretName: "feeds" } }],
    [
      "a claim",
      { ...common, persistentVolumeClaim: { claimName: "tools" } },
      { persistentVolumeClaim: { claimName: "tools" } },
    ],
  ];
  for (const [what, plan, source] of cases) {
    it(`makes ${what} a volume of the pod`, () => {
      assert.deepEqual(agentVolume(plan).volume, { name: "volume-cache", ...source });
    });
  }

  it("mounts it where the plan says, also read-only", () => {
    const { mount } = agentVolume({ ...common, readOnly: true, emptyDir: {} });
    assert.deepEqual(mount, { name: "volume-cache", mountPath: "/cache", readOnly: true });
  });
});
