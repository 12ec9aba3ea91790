import ipaddr from "ipaddr.js";
import { parseAddress, parseAddressRange } from "../addressRange";
import type { Rule } from "./rule";

const rangesPath = "cluster.authorizedIpRanges";
const source = "azure-aks-docs api-server-authorized-ip-ranges.md 2026-08-03";
const mostRanges = 200;

/** Who reaches the API server, and as whom. */
export const accessRules: readonly Rule[] = [
  {
    code: "authorized-ranges-private-cluster",
    severity: "refusal",
    check: ({ settings: { cluster } }) =>
      cluster.privateCluster && cluster.authorizedIpRanges.length > 0
        ? [
            {
              path: rangesPath,
              related: ["cluster.privateCluster"],
              message: `A private cluster has no public address that ranges could open (${source}).`,
              remedy: "Remove authorizedIpRanges, or set privateCluster to false.",
            },
          ]
        : [],
  },
  {
    code: "authorized-range-form",
    severity: "refusal",
    check: ({ settings: { cluster } }) =>
      cluster.authorizedIpRanges.flatMap((text, index) => {
        const range = parseAddressRange(text);
        if (range?.canonical === text || parseAddress(text) !== undefined) return [];
        return [
          {
            path: `${rangesPath}[${index}]`,
            message: range
              ? `${text} does not begin with the first address of its range.`
              : `"${text}" is neither an IPv4 address nor an address range.`,
            remedy: range ? `Write ${range.canonical}.` : "Write a range such as 203.0.113.0/24.",
          },
        ];
      }),
  },
  {
    code: "authorized-range-not-public",
    severity: "warning",
    check: ({ settings: { cluster } }) =>
      cluster.authorizedIpRanges.flatMap((text, index) => {
        const [address = "", prefix] = text.split("/");
        // 0.0.0.0/32 stands for the load balancer's own address.
        if (parseAddress(address) === undefined || text === "0.0.0.0/32") return [];
        const kind = prefix === "0" ? "everybody" : ipaddr.IPv4.parse(address).range();
        if (kind === "unicast") return [];
        return [
          {
            path: `${rangesPath}[${index}]`,
            message:
              kind === "everybody"
                ? `${text} lets everybody in.`
                : `${text} is no public range (${kind}), so nobody comes from there: the API server sees public addresses.`,
            remedy: "Name the public addresses from which people and pipelines reach the cluster.",
          },
        ];
      }),
  },
  {
    code: "authorized-ranges-count",
    severity: "refusal",
    check: ({ settings: { cluster } }) =>
      cluster.authorizedIpRanges.length > mostRanges
        ? [
            {
              path: rangesPath,
              message: `AKS takes at most ${mostRanges} ranges, not ${cluster.authorizedIpRanges.length} (${source}).`,
              remedy: "Join neighbouring ranges.",
            },
          ]
        : [],
  },
  {
    code: "api-server-open",
    severity: "warning",
    check: ({ settings: { cluster, protect } }) =>
      protect && !cluster.privateCluster && cluster.authorizedIpRanges.length === 0
        ? [
            {
              path: rangesPath,
              related: ["protect", "cluster.privateCluster"],
              message: "The API server of a protected stack is open to the whole internet.",
              remedy:
                "Name the ranges from which people and pipelines come; the machine that runs Pulumi must be among them.",
            },
          ]
        : [],
  },
  {
    code: "private-cluster-reach",
    severity: "warning",
    check: ({ settings: { cluster } }) =>
      cluster.privateCluster
        ? [
            {
              path: "cluster.privateCluster",
              message:
                "Only machines inside the cluster's network reach a private API server: Pulumi on a Microsoft-hosted agent or at home does not.",
              remedy: "Run Pulumi on a machine in that network, or use authorizedIpRanges instead.",
            },
          ]
        : [],
  },
  {
    code: "local-accounts-entra",
    severity: "refusal",
    check: ({ settings: { cluster } }) =>
      cluster.disableLocalAccounts && cluster.entra === undefined
        ? [
            {
              path: "cluster.disableLocalAccounts",
              related: ["cluster.entra"],
              message: "Without local accounts and without Entra nobody could sign in.",
              remedy: "Set cluster.entra, with a group of administrators.",
            },
          ]
        : [],
  },
  {
    code: "entra-no-administrator",
    severity: "refusal",
    check: ({ settings: { cluster } }) =>
      cluster.disableLocalAccounts &&
      cluster.entra !== undefined &&
      !cluster.entra.azureRbac &&
      cluster.entra.adminGroupObjectIds.length === 0
        ? [
            {
              path: "cluster.entra.adminGroupObjectIds",
              related: ["cluster.disableLocalAccounts", "cluster.entra.azureRbac"],
              message:
                "Without local accounts, Azure RBAC and groups nobody may do anything inside the cluster, this program included.",
              remedy: "Name a group that the deploying identity belongs to, or set azureRbac to true.",
            },
          ]
        : [],
  },
  {
    code: "entra-group-id",
    severity: "refusal",
    check: ({ settings: { cluster } }) =>
      (cluster.entra?.adminGroupObjectIds ?? []).flatMap((id, index) =>
        /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
          ? []
          : [
              {
                path: `cluster.entra.adminGroupObjectIds[${index}]`,
                message: `"${id}" is no object id.`,
                remedy: "Write the group's GUID, which `az ad group show --query id` prints, not its name.",
              },
            ],
      ),
  },
  {
    code: "availability-zone-duplicate",
    severity: "refusal",
    check: ({ settings: { cluster } }) =>
      cluster.availabilityZones.flatMap((zone, index, all) =>
        all.indexOf(zone) === index
          ? []
          : [
              {
                path: `cluster.availabilityZones[${index}]`,
                message: `Zone ${zone} is named twice.`,
                remedy: "Name each zone once.",
              },
            ],
      ),
  },
];
