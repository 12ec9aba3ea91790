import assert from "node:assert/strict";
import fc from "fast-check";
import type { AgentDeploymentPlan, FleetPlan, Toleration } from "../../plan/fleetPlan";
import { anyFleet, planWith } from "./fleets";

/** A node as the scheduler sees it. */
interface Node {
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly string[];
}

interface Pod {
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly tolerations: readonly Toleration[];
}

/** The nodes of a fleet by pool; the platform adds the label of the operating system. */
function nodesOf({ cluster, nodePools }: FleetPlan): ReadonlyMap<string, Node> {
  return new Map<string, Node>([
    [cluster.systemPool.name, { labels: { "kubernetes.io/os": "linux" }, taints: cluster.systemPool.taints }],
    ...nodePools.map(
      ({ name, osType, labels, taints }) =>
        [name, { labels: { ...labels, "kubernetes.io/os": osType.toLowerCase() }, taints }] as const,
    ),
  ]);
}

function mayRunOn({ nodeSelector, tolerations }: Pod, { labels, taints }: Node): boolean {
  return (
    Object.entries(nodeSelector).every(([key, value]) => labels[key] === value) &&
    taints.every((taint) => tolerations.some((toleration) => tolerates(toleration, taint)))
  );
}

function tolerates({ key, operator, value, effect }: Toleration, taint: string): boolean {
  const [, taintKey, taintValue, taintEffect] = /^(.+)=(.+):(.+)$/.exec(taint) ?? [];
  return key === taintKey && effect === taintEffect && (operator === "Exists" || value === taintValue);
}

function deploymentsOf({ agentClasses }: FleetPlan): readonly AgentDeploymentPlan[] {
  return agentClasses.flatMap(({ deployments }) => deployments);
}

describe("placement of agents", () => {
  it("F16: every agent may run on the nodes of its own pool, and on no other", () => {
    fc.assert(
      fc.property(anyFleet, (fleet) => {
        for (const deployment of deploymentsOf(fleet)) {
          const possible = [...nodesOf(fleet)].filter(([, node]) => mayRunOn(deployment, node)).map(([name]) => name);
          assert.deepEqual(possible, [deployment.nodePoolName]);
        }
      }),
    );
  });

  it("selects only labels that the pool declares, and the operating system, so that an empty pool grows", () => {
    fc.assert(
      fc.property(anyFleet, (fleet) => {
        for (const { nodeSelector, nodePoolName } of deploymentsOf(fleet)) {
          const declared = fleet.nodePools.find(({ name }) => name === nodePoolName)?.labels ?? {};
          assert.deepEqual(
            Object.keys(nodeSelector).filter((key) => !(key in declared)),
            ["kubernetes.io/os"],
          );
        }
      }),
    );
  });

  it("F15: a Linux pod lands on no Windows node, with or without a selector of its own", () => {
    fc.assert(
      fc.property(anyFleet, (fleet) => {
        const windows = fleet.nodePools.filter(({ osType }) => osType === "Windows").map(({ name }) => name);
        const linuxPods: readonly Pod[] = [
          { nodeSelector: {}, tolerations: [] },
          { nodeSelector: { "kubernetes.io/os": "linux" }, tolerations: [] },
          ...deploymentsOf(fleet).filter(({ osType }) => osType === "Linux"),
        ];
        for (const [name, node] of nodesOf(fleet)) {
          if (windows.includes(name)) assert.ok(linuxPods.every((pod) => !mayRunOn(pod, node)));
        }
      }),
    );
  });

  it("leaves the system pool to whatever tolerates nothing", () => {
    fc.assert(
      fc.property(anyFleet, (fleet) => {
        const anyPod: Pod = { nodeSelector: {}, tolerations: [] };
        const possible = [...nodesOf(fleet)].filter(([, node]) => mayRunOn(anyPod, node)).map(([name]) => name);
        assert.deepEqual(possible, ["system"]);
      }),
    );
  });

  it("F14, F19: a pod repeats everything that its RuntimeClass says", () => {
    fc.assert(
      fc.property(anyFleet, (fleet) => {
        for (const deployment of deploymentsOf(fleet).filter(({ osType }) => osType === "Windows")) {
          const runtimeClass = fleet.runtimeClasses.find(({ name }) => name === deployment.runtimeClassName);
          assert.ok(runtimeClass, `there is no ${deployment.runtimeClassName}`);
          for (const [key, value] of Object.entries(runtimeClass.nodeSelector)) {
            assert.equal(deployment.nodeSelector[key], value);
          }
          for (const toleration of runtimeClass.tolerations) {
            assert.ok(deployment.tolerations.some((own) => JSON.stringify(own) === JSON.stringify(toleration)));
          }
        }
      }),
    );
  });

  it("has one RuntimeClass for each Windows version in use, and none for Linux", () => {
    fc.assert(
      fc.property(anyFleet, (fleet) => {
        const versions = new Set(fleet.nodePools.filter(({ osType }) => osType === "Windows").map(({ os }) => os));
        assert.equal(fleet.runtimeClasses.length, versions.size);
        assert.ok(
          deploymentsOf(fleet).every(
            ({ osType, runtimeClassName }) => (osType === "Linux") === (runtimeClassName === undefined),
          ),
        );
      }),
    );
  });

  it("uses no label that AKS reserves, and no windows-build, which an empty pool does not promise", () => {
    fc.assert(
      fc.property(anyFleet, (fleet) => {
        const labels = fleet.nodePools.flatMap(({ labels }) => Object.keys(labels));
        assert.ok(
          labels.every((key) => !/(?:^|\.)(?:kubernetes\.io|kubernetes\.azure\.com|k8s\.io)\//.test(key)),
          labels.join(),
        );
        const selected = [...deploymentsOf(fleet), ...fleet.runtimeClasses].flatMap(({ nodeSelector }) =>
          Object.keys(nodeSelector),
        );
        assert.ok(!selected.includes("node.kubernetes.io/windows-build"));
      }),
    );
  });

  it("repeats no taint's key and effect, which AKS refuses", () => {
    fc.assert(
      fc.property(anyFleet, (fleet) => {
        for (const { taints } of fleet.nodePools) {
          const keys = taints.map((taint) => taint.replace(/=.*:/, ":"));
          assert.equal(new Set(keys).size, keys.length);
        }
      }),
    );
  });

  it("F65: only spot pools carry Azure's spot taint, and their agents tolerate it", () => {
    const spot = "kubernetes.azure.com/scalesetpriority=spot:NoSchedule";
    const fleet = planWith({
      agents: [
        { name: "a", os: "linux", spot: true },
        { name: "b", os: "linux" },
      ],
    });
    assert.deepEqual(
      fleet.nodePools.map(({ taints }) => taints.includes(spot)),
      [true, false],
    );
    assert.deepEqual(
      deploymentsOf(fleet).map(({ tolerations }) => tolerations.some((toleration) => tolerates(toleration, spot))),
      [true, false],
    );
  });

  it("taints Windows pools as the Kubernetes documentation does", () => {
    const [pool] = planWith({ agents: [{ name: "win", os: "windows2022" }] }).nodePools;
    assert.ok(pool?.taints.includes("os=windows:NoSchedule"));
  });
});
