import { parseAddressRange, prefixFor } from "../addressRange";
import { isSubnetId } from "../armId";
import { subnetAddresses } from "../nodeCount";
import { isOverlay } from "../planCluster";
import type { Rule, RuleInput } from "./rule";

const base = "cluster.network";
/** Azure keeps the first four addresses and the last one of each subnet. */
const azureReserved = 5;
/** The subnet that AKS makes in its own network. */
const managedSubnetPrefix = 16;

export const subnetRules: readonly Rule[] = [
  {
    code: "subnet-id-form",
    severity: "refusal",
    check: ({ settings: { cluster } }) => {
      const { subnetId } = cluster.network;
      if (subnetId === undefined || isSubnetId(subnetId)) return [];
      return [
        {
          path: `${base}.subnetId`,
          message: `"${subnetId}" is no subnet's resource id.`,
          remedy:
            "Write /subscriptions/<id>/resourceGroups/<group>/providers/Microsoft.Network/virtualNetworks/<network>/subnets/<subnet>; `az network vnet subnet show --query id` prints it.",
        },
      ];
    },
  },
  {
    code: "subnet-cidr-alone",
    severity: "refusal",
    check: ({ settings: { cluster } }) =>
      cluster.network.subnetCidr !== undefined && cluster.network.subnetId === undefined
        ? [
            {
              path: `${base}.subnetCidr`,
              related: [`${base}.subnetId`],
              message: "subnetCidr says how large a subnet is that is not named: AKS would make a network of its own.",
              remedy: "Set subnetId too, or remove subnetCidr.",
            },
          ]
        : [],
  },
  {
    // F79: InsufficientSubnetSize
    code: "subnet-too-small",
    severity: "refusal",
    check: (input) => {
      const prefix = knownPrefix(input);
      if (prefix === undefined) return [];
      const needed = subnetAddresses(input.settings, input.generations);
      const usable = 2 ** (32 - prefix) - azureReserved;
      if (needed <= usable) return [];
      const own = input.settings.cluster.network.subnetId !== undefined;
      return [
        {
          path: own ? `${base}.subnetCidr` : "agents",
          related: [`${base}.pluginMode`],
          message: `The fleet at its largest takes ${needed} addresses${how(input)}, and ${own ? "the" : "AKS's own"} subnet (/${prefix}) has ${usable} for it.`,
          remedy: `Use a /${prefixFor(needed + azureReserved)} or larger${isOverlay(input.settings.cluster.network) ? "" : ", lower nodes.max or maxPods, or set pluginMode to overlay"}.`,
        },
      ];
    },
  },
  {
    code: "subnet-size-unknown",
    severity: "warning",
    check: (input) => {
      const { network } = input.settings.cluster;
      if (network.subnetId === undefined || network.subnetCidr !== undefined) return [];
      const needed = subnetAddresses(input.settings, input.generations);
      return [
        {
          path: `${base}.subnetId`,
          message: `The fleet at its largest takes ${needed} addresses of the subnet${how(input)}, and nothing says how many it has.`,
          remedy: `Make sure that it is a /${prefixFor(needed + azureReserved)} or larger, and set subnetCidr to have it checked.`,
        },
      ];
    },
  },
];

function knownPrefix({ settings }: RuleInput): number | undefined {
  const { subnetId, subnetCidr } = settings.cluster.network;
  if (subnetId === undefined) return managedSubnetPrefix;
  return subnetCidr === undefined ? undefined : parseAddressRange(subnetCidr)?.prefix;
}

function how({ settings: { cluster } }: RuleInput): string {
  return isOverlay(cluster.network) || cluster.network.plugin === "kubenet"
    ? " (one for each node, surge included)"
    : " (one for each node and each pod that it may hold, surge included)";
}
