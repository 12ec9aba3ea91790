import type { Rule } from "./rule";

const path = "cluster.network.outboundType";
const subnetPath = "cluster.network.subnetId";

export const outboundRules: readonly Rule[] = [
  {
    code: "outbound-needs-subnet",
    severity: "refusal",
    check: ({ settings: { cluster } }) => {
      const { outboundType, subnetId } = cluster.network;
      const needs = { userDefinedRouting: "a route table", userAssignedNATGateway: "a NAT gateway" };
      if (subnetId !== undefined || outboundType === "loadBalancer" || outboundType === "managedNATGateway") return [];
      return [
        {
          path,
          related: [subnetPath],
          message: `${outboundType} relies on ${needs[outboundType]} that belongs to a subnet of your own, and none is named (azure-aks-docs egress-outboundtype.md).`,
          remedy: "Set subnetId, or use loadBalancer or managedNATGateway.",
        },
      ];
    },
  },
  {
    code: "outbound-managed-gateway-subnet",
    severity: "refusal",
    check: ({ settings: { cluster } }) =>
      cluster.network.outboundType === "managedNATGateway" && cluster.network.subnetId !== undefined
        ? [
            {
              path,
              related: [subnetPath],
              message:
                "AKS attaches a managed NAT gateway only to a network that it makes itself (azure-aks-docs nat-gateway.md 2026-07-07).",
              remedy: "Use userAssignedNATGateway with the gateway of your subnet, or remove subnetId.",
            },
          ]
        : [],
  },
];
