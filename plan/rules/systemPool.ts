import { vmSizeOf } from "../vmSizes";
import { isSizeName } from "./vmSizes";
import type { Complaint, Rule, RuleInput } from "./rule";

const vmSizePath = "cluster.systemNodes.vmSize";
const source = "azure-aks-docs use-system-pools.md 2026-04-30, quotas-skus-regions.md 2026-08-03";

export const systemPoolRules: readonly Rule[] = [
  {
    code: "system-pool-vm-size",
    severity: "refusal",
    check: (input) => {
      const { vmSize } = input.settings.cluster.systemNodes;
      const size = vmSizeOf(vmSize);
      if (!isSizeName(vmSize)) return sizeComplaint(`"${vmSize}" is no VM size.`);
      if (size?.burstable ?? /^Standard_B/i.test(vmSize)) {
        return sizeComplaint(`${vmSize} is burstable, and AKS takes no B series for a system pool (${source}).`);
      }
      if (size && (size.vCpus < 2 || size.memoryGiB < 4)) {
        return sizeComplaint(
          `${vmSize} has ${size.vCpus} vCPU and ${size.memoryGiB} GiB; a system pool needs at least 2 vCPUs and 4 GiB (${source}).`,
        );
      }
      return [];
    },
  },
  {
    code: "system-pool-vm-size-small",
    severity: "warning",
    check: ({ settings }) => {
      const size = vmSizeOf(settings.cluster.systemNodes.vmSize);
      if (!size || size.burstable || size.vCpus >= 4 || size.vCpus < 2) return [];
      return sizeComplaint(
        `${size.name} has ${size.vCpus} vCPUs; AKS wants 4 for a system pool, though it may take less (${source}).`,
      );
    },
  },
  {
    code: "system-pool-vm-size-unknown",
    severity: "warning",
    check: ({ settings }) => {
      const { vmSize } = settings.cluster.systemNodes;
      if (!isSizeName(vmSize) || vmSizeOf(vmSize) || /^Standard_B/i.test(vmSize)) return [];
      return sizeComplaint(`${vmSize} is not in this program's table, so it cannot be checked.`);
    },
  },
  {
    // F41, F66
    code: "system-pool-empty",
    severity: "refusal",
    check: ({ settings }) => {
      const { min } = settings.cluster.systemNodes;
      if (min >= 1) return [];
      return [
        {
          path: "cluster.systemNodes.min",
          message: `A system pool cannot have ${min} nodes: the cluster's own services run there.`,
          remedy: "Use 1 or more; 2 or more where the fleet must not stop.",
        },
      ];
    },
  },
  {
    code: "system-pool-too-large",
    severity: "refusal",
    check: ({ settings }) => {
      const { max } = settings.cluster.systemNodes;
      if (max <= 1000) return [];
      return [
        {
          path: "cluster.systemNodes.max",
          message: `A node pool has at most 1000 nodes, not ${max}.`,
          remedy: "Use 1000 or less; 5 are plenty for a system pool.",
        },
      ];
    },
  },
  {
    code: "system-pool-single",
    severity: "warning",
    check: (input) =>
      input.settings.protect && input.settings.cluster.systemNodes.min === 1
        ? [
            {
              path: "cluster.systemNodes.min",
              related: ["protect"],
              message: `A protected stack with a single system node stops whenever that node is replaced (${source}).`,
              remedy: "Use 2 or more, 3 with availability zones.",
            },
          ]
        : [],
  },
  {
    code: "cluster-node-count",
    severity: "refusal",
    check: (input) => {
      const { tier } = input.settings.cluster;
      const most = tier === "Free" ? 1000 : 5000;
      const nodes = countNodes(input);
      if (nodes <= most) return [];
      return [
        {
          path: "agents",
          related: ["cluster.tier", "cluster.systemNodes.max"],
          message: `The fleet may grow to ${nodes} nodes, and a cluster of tier ${tier} has at most ${most} (azure-aks-docs free-standard-pricing-tiers.md).`,
          remedy: tier === "Free" ? "Lower nodes.max, or set cluster.tier to Standard." : "Lower nodes.max.",
        },
      ];
    },
  },
];

function countNodes({ settings, generations }: RuleInput): number {
  return generations.reduce((sum, { agentClass }) => sum + agentClass.nodes.max, settings.cluster.systemNodes.max);
}

function sizeComplaint(message: string): readonly Complaint[] {
  return [{ path: vmSizePath, message, remedy: "Use Standard_D4s_v5 or larger." }];
}
