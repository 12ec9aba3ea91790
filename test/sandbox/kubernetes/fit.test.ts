import assert from "node:assert/strict";
import type { V1NodeSelectorRequirement, V1Pod, V1PodSpec, V1Taint, V1Toleration } from "@kubernetes/client-node";
import fc from "fast-check";
import { quantity } from "../../../sandbox/kubernetes/scheduling/quantity";
import { podRequests } from "../../../sandbox/kubernetes/scheduling/resources";
import { SchedulingNode } from "../../../sandbox/kubernetes/scheduling/schedulingNode";
import { toleratesAll } from "../../../sandbox/kubernetes/scheduling/toleration";

const room = { cpu: 4, memory: 16 * 2 ** 30, pods: 10 };

function pod(spec: Partial<V1PodSpec>): V1Pod {
  return { spec: { containers: [{ name: "main" }], ...spec } };
}

function requiring(matchExpressions: V1NodeSelectorRequirement[]): V1Pod {
  const requiredDuringSchedulingIgnoredDuringExecution = { nodeSelectorTerms: [{ matchExpressions }] };
  return pod({ affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution } } });
}

function needing(requests: Record<string, string>): V1Pod {
  return pod({ containers: [{ name: "main", resources: { requests } }] });
}

describe("Fit of a pod on a node", () => {
  const quantities: [string, number][] = [
    ["250m", 0.25],
    ["4", 4],
    ["1.5Gi", 1_610_612_736],
    ["128974848", 128_974_848],
    ["129e6", 129_000_000],
    ["123Mi", 128_974_848],
    ["5k", 5000],
  ];
  for (const [text, number] of quantities) {
    it(`reads the quantity ${text}`, () => {
      assert.equal(quantity(text), number);
    });
  }

  for (const text of ["", "4GB", "Mi", "1 Gi"]) {
    it(`refuses "${text}" as a quantity`, () => {
      assert.throws(() => quantity(text), /is not a quantity/);
    });
  }

  const requirements: [V1NodeSelectorRequirement, boolean][] = [
    [{ key: "os", operator: "In", values: ["windows", "linux"] }, true],
    [{ key: "os", operator: "In", values: ["linux"] }, false],
    [{ key: "os", operator: "NotIn", values: ["linux"] }, true],
    [{ key: "absent", operator: "NotIn", values: ["linux"] }, true],
    [{ key: "os", operator: "Exists" }, true],
    [{ key: "absent", operator: "Exists" }, false],
    [{ key: "absent", operator: "DoesNotExist" }, true],
    [{ key: "cores", operator: "Gt", values: ["7"] }, true],
    [{ key: "cores", operator: "Lt", values: ["8"] }, false],
  ];
  for (const [requirement, fits] of requirements) {
    it(`${fits ? "meets" : "misses"} ${requirement.key} ${requirement.operator} ${requirement.values?.join() ?? ""}`, () => {
      const node = new SchedulingNode("n", { os: "windows", cores: "8" }, [], room);
      assert.equal(node.misfit(requiring([requirement])) === undefined, fits);
    });
  }

  it("a term of the affinity that requires nothing matches nothing", () => {
    assert.match(new SchedulingNode("n", {}, [], room).misfit(requiring([])) ?? "", /affinity/);
  });

  const taint: V1Taint = { key: "os", value: "windows", effect: "NoSchedule" };
  const tolerations: [string, V1Toleration[], boolean][] = [
    ["none", [], false],
    ["the same", [{ key: "os", operator: "Equal", value: "windows", effect: "NoSchedule" }], true],
    ["no effect named", [{ key: "os", value: "windows" }], true],
    ["another value", [{ key: "os", value: "Win2019", effect: "NoSchedule" }], false],
    ["any value of the key", [{ key: "os", operator: "Exists" }], true],
    ["everything", [{ operator: "Exists" }], true],
    ["another effect", [{ key: "os", operator: "Exists", effect: "NoExecute" }], false],
    ["another key", [{ key: "sku", value: "windows" }], false],
  ];
  for (const [name, list, fits] of tolerations) {
    it(`F16: os=windows:NoSchedule against tolerating ${name}`, () => {
      assert.equal(toleratesAll(list, [taint]), fits);
    });
  }

  it("PreferNoSchedule keeps nobody away", () => {
    assert.ok(toleratesAll([], [{ key: "os", effect: "PreferNoSchedule" }]));
  });

  it("counts the hungriest init container, the sidecars, and the RuntimeClass's overhead", () => {
    const asking = (cpu: string) => ({ name: "c", resources: { requests: { cpu } } });
    const requests = podRequests(
      pod({
        initContainers: [{ ...asking("1"), restartPolicy: "Always" }, asking("3")],
        containers: [asking("2")],
        overhead: { cpu: "500m" },
      }),
    );
    // Init phase: sidecar 1 + 3 = 4; later: 1 + 2 = 3; the larger, and the overhead.
    assert.equal(requests["cpu"], 4.5);
  });

  it("names the resource that is short", () => {
    assert.equal(new SchedulingNode("n", {}, [], room).misfit(needing({ memory: "17Gi" })), "Insufficient memory");
  });

  it("a resource that the node does not have is short, unless nothing of it is wanted", () => {
    const node = new SchedulingNode("n", {}, [], room);
    assert.equal(node.misfit(needing({ "nvidia.com/gpu": "1" })), "Insufficient nvidia.com/gpu");
    assert.equal(node.misfit(needing({ "nvidia.com/gpu": "0" })), undefined);
  });

  it("takes as many pods as it has room for, and not one more", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 16 }), fc.integer({ min: 1, max: 4 }), (cores, each) => {
        const node = new SchedulingNode("n", {}, [], { cpu: cores, pods: 250 });
        let placed = 0;
        while (node.misfit(needing({ cpu: String(each) })) === undefined) {
          node.place(needing({ cpu: String(each) }));
          placed += 1;
        }
        assert.equal(placed, Math.floor(cores / each));
      }),
    );
  });
});
