import assert from "node:assert/strict";
import { weeklyWindow } from "../../components/maintenance";
import { podSecurityLabels } from "../../components/podSecurity";
import { roleDefinitionId } from "../../components/roleDefinitionId";
import { deploymentPlan, windowsPlan } from "./deploymentPlan";

describe("roleDefinitionId", () => {
  it("is the one of the subscription that holds the scope", () => {
    const scope = "/subscriptions/1234/resourceGroups/shared/providers/Microsoft.ContainerRegistry/registries/images";
    assert.equal(
      roleDefinitionId(scope, "7f951dda"),
      "/subscriptions/1234/providers/Microsoft.Authorization/roleDefinitions/7f951dda",
    );
  });
});

describe("podSecurityLabels", () => {
  it("restricts Linux agents as far as Kubernetes can", () => {
    assert.deepEqual(podSecurityLabels({ deployments: [deploymentPlan()] }), {
      "pod-security.kubernetes.io/enforce": "restricted",
      "pod-security.kubernetes.io/warn": "restricted",
      "pod-security.kubernetes.io/audit": "restricted",
    });
  });

  it("F21: asks nothing of Windows agents that they cannot say", () => {
    const labels = podSecurityLabels({ deployments: [windowsPlan()] });
    assert.equal(labels["pod-security.kubernetes.io/enforce"], "baseline");
  });

  it("lets both generations run while a class moves from one system to the other", () => {
    const labels = podSecurityLabels({ deployments: [deploymentPlan(), windowsPlan()] });
    assert.equal(labels["pod-security.kubernetes.io/enforce"], "baseline");
  });
});

describe("weeklyWindow", () => {
  it("repeats every week on its day", () => {
    const window = { dayOfWeek: "Sunday", startTime: "02:00", utcOffset: "+01:00", durationHours: 6 };
    assert.deepEqual(weeklyWindow(window), {
      durationHours: 6,
      schedule: { weekly: { dayOfWeek: "Sunday", intervalWeeks: 1 } },
      startTime: "02:00",
      utcOffset: "+01:00",
    });
  });
});
