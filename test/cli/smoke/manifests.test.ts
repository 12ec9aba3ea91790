import assert from "node:assert/strict";
import { smokeDeployment } from "../../../cli/smoke/manifests/smokeDeployment";
import { smokeNamespace } from "../../../cli/smoke/manifests/smokeNamespace";
import { smokeService } from "../../../cli/smoke/manifests/smokeService";
import { smokeSystems, smokeTarget } from "../../../cli/smoke/smokeTarget";
import { placementOf } from "../../../plan/placement";

describe("manifests of a smoke check", () => {
  const deployment = (os: (typeof smokeSystems)[number]) =>
    smokeDeployment({ namespace: "smoke-1", target: smokeTarget(os), image: "registry.example/web:1", port: 8080 });
  const podOf = (os: (typeof smokeSystems)[number]) => deployment(os).spec?.template.spec;

  it("the namespace is found by its label", () => {
    assert.deepEqual(smokeNamespace("0a1b2c3d").metadata, {
      name: "smoke-0a1b2c3d",
      labels: { "aks-agents.io/purpose": "smoke", "app.kubernetes.io/managed-by": "fleet-smoke" },
    });
  });

  it("Windows pods have RuntimeClass, system and selector of their version", () => {
    const pod = podOf("windows2025");
    assert.equal(pod?.runtimeClassName, "windows-2025");
    assert.deepEqual(pod?.os, { name: "windows" });
    assert.deepEqual(pod?.nodeSelector, { "kubernetes.io/os": "windows", "aks-agents.io/os": "windows2025" });
  });

  it("Linux pods have no RuntimeClass", () => {
    assert.equal(podOf("linux")?.runtimeClassName, undefined);
    assert.deepEqual(podOf("linux")?.nodeSelector, { "kubernetes.io/os": "linux", "aks-agents.io/os": "linux" });
  });

  for (const os of smokeSystems) {
    it(`F16: ${os}: the pods tolerate every taint of every pool of their version, spot too, and nothing else`, () => {
      const { nodeTaints } = placementOf({ className: "any", generation: "c", os, spot: true });
      const tolerations = podOf(os)?.tolerations ?? [];
      for (const taint of nodeTaints) {
        const [, key, value, effect] = /^(.+)=(.*):(\w+)$/.exec(taint) ?? [];
        assert.ok(
          tolerations.some(
            (each) =>
              each.key === key &&
              each.effect === effect &&
              (each.operator === "Exists" ? each.value === undefined : each.value === value),
          ),
          taint,
        );
      }
      assert.equal(tolerations.length, nodeTaints.length);
    });

    it(`${os}: the Service leads to the port of the pods that it selects`, () => {
      const { template, selector } = deployment(os).spec ?? {};
      const { spec } = smokeService("smoke-1", os);
      assert.deepEqual(spec?.selector, template?.metadata?.labels);
      assert.deepEqual(selector?.matchLabels, template?.metadata?.labels);
      const [container] = template?.spec?.containers ?? [];
      assert.deepEqual(container?.ports, [{ name: "http", containerPort: 8080 }]);
      assert.deepEqual(spec?.ports, [{ name: "http", port: 80, targetPort: "http" }]);
      assert.equal(container?.readinessProbe?.httpGet?.port, "http");
    });
  }

  it("F22: a first Windows pod has the half hour that a new node and a first pull take", () => {
    assert.equal(deployment("windows2022").spec?.progressDeadlineSeconds, 1800);
  });
});
