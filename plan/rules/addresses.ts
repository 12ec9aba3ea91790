import { formatAddress, overlap, parseAddress, parseAddressRange, type AddressRange } from "../addressRange";
import { mostNodes } from "../nodeCount";
import { podCidrOf } from "../planCluster";
import type { Settings } from "../settings";
import type { Complaint, Rule } from "./rule";

type RangeKey = "podCidr" | "serviceCidr" | "subnetCidr";

const base = "cluster.network";
const planning = "azure-aks-docs concepts-network-ip-address-planning.md 2026-08";

/** Ranges that AKS keeps for itself. */
const reservedRanges = ["169.254.0.0/16", "172.30.0.0/16", "172.31.0.0/16", "192.0.2.0/24"];
/** Private and shared address space (RFC 1918, RFC 6598). */
const privateRanges = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10"];
/** The network that AKS makes when none is named. */
const managedNetwork = "10.224.0.0/12";

export const addressRules: readonly Rule[] = [
  {
    code: "address-range-form",
    severity: "refusal",
    check: ({ settings }) =>
      textsOf(settings).flatMap(([key, text]) => {
        const range = parseAddressRange(text);
        if (range?.canonical === text) return [];
        return [
          {
            path: `${base}.${key}`,
            message: range
              ? `${text} does not begin with the first address of its range.`
              : `"${text}" is no IPv4 address range.`,
            remedy: range ? `Write ${range.canonical}.` : "Write address and prefix, such as 10.20.0.0/16.",
          },
        ];
      }),
  },
  {
    code: "address-range-reserved",
    severity: "refusal",
    check: ({ settings }) =>
      rangesOf(settings).flatMap(([key, range]) => {
        const reserved = reservedRanges.filter((text) => overlaps(range, text));
        if (reserved.length === 0) return [];
        return [
          {
            path: `${base}.${key}`,
            message: `${range.canonical} overlaps ${reserved.join(" and ")}, which AKS keeps for itself (${planning}).`,
            remedy: "Choose a range that leaves them out, inside 10.0.0.0/8 for example.",
          },
        ];
      }),
  },
  {
    code: "address-range-overlap",
    severity: "refusal",
    check: ({ settings }) => {
      const ranges = rangesOf(settings);
      const pairs = ranges.flatMap((one, index) => ranges.slice(index + 1).map((other) => [one, other] as const));
      return pairs
        .filter(([[, one], [, other]]) => overlap(one, other))
        .map(([[oneKey, one], [otherKey, other]]) => {
          const defaulted = oneKey === "podCidr" && settings.cluster.network.podCidr === undefined;
          const [key, named] = defaulted ? [otherKey, oneKey] : [oneKey, otherKey];
          return {
            path: `${base}.${key}`,
            related: [`${base}.${named}`],
            message: `${oneKey} ${one.canonical}${defaulted ? " (the default)" : ""} and ${otherKey} ${other.canonical} overlap.`,
            remedy: "Choose ranges that have no address in common.",
          };
        });
    },
  },
  {
    code: "address-range-managed-network",
    severity: "refusal",
    check: ({ settings }) => {
      if (settings.cluster.network.subnetId !== undefined) return [];
      return rangesOf(settings)
        .filter(([key, range]) => key !== "subnetCidr" && overlaps(range, managedNetwork))
        .map(([key, range]) => ({
          path: `${base}.${key}`,
          related: [`${base}.subnetId`],
          message: `${key} ${range.canonical} overlaps ${managedNetwork}, the network that AKS makes for the nodes.`,
          remedy: "Choose another range, or name a subnet of your own.",
        }));
    },
  },
  {
    code: "pod-cidr-public",
    severity: "warning",
    check: ({ settings }) => {
      const range = parseAddressRange(podCidrOf(settings.cluster.network) ?? "");
      if (!range || privateRanges.some((text) => contains(text, range))) return [];
      return [
        {
          path: `${base}.podCidr`,
          message: `${range.canonical} holds public addresses, which AKS accepts but does not support for pods (azure-aks-docs concepts-network-azure-cni-overlay.md).`,
          remedy: `Choose a range inside ${privateRanges.join(", ")}.`,
        },
      ];
    },
  },
  {
    code: "pod-cidr-too-small",
    severity: "refusal",
    check: ({ settings, generations }) => {
      const range = parseAddressRange(podCidrOf(settings.cluster.network) ?? "");
      if (!range) return [];
      const room = range.prefix > 24 ? 0 : 2 ** (24 - range.prefix);
      const nodes = mostNodes(settings, generations);
      if (nodes <= room) return [];
      return [
        {
          path: settings.cluster.network.podCidr === undefined ? "agents" : `${base}.podCidr`,
          message: `Each node takes a /24: ${range.canonical} has room for ${room}, and the fleet may grow to ${nodes} nodes, surge included.`,
          remedy: `Use a /${24 - Math.ceil(Math.log2(nodes))} or larger. It cannot be enlarged later with Windows nodes.`,
        },
      ];
    },
  },
  {
    code: "service-cidr-too-large",
    severity: "refusal",
    check: ({ settings }) => {
      const range = parseAddressRange(settings.cluster.network.serviceCidr);
      if (!range || range.prefix > 12) return [];
      return [
        {
          path: `${base}.serviceCidr`,
          message: `${range.canonical} is too large: the services' range must be smaller than a /12 (${planning}).`,
          remedy: `Use a /16, such as ${formatAddress(range.first)}/16.`,
        },
      ];
    },
  },
  {
    code: "dns-service-ip",
    severity: "refusal",
    check: ({ settings }) => dnsComplaints(settings.cluster.network),
  },
  {
    code: "service-cidr-too-small",
    severity: "refusal",
    check: ({ settings: { cluster } }) => {
      const range = parseAddressRange(cluster.network.serviceCidr);
      if (!range || range.prefix <= 27) return [];
      return [
        {
          path: `${base}.serviceCidr`,
          message: `${range.canonical} has ${range.last - range.first + 1} addresses, too few for the cluster's own services and its DNS address.`,
          remedy: "Use a /16; nothing outside the cluster sees these addresses.",
        },
      ];
    },
  },
];

function dnsComplaints({ dnsServiceIp, serviceCidr }: Settings["cluster"]["network"]): readonly Complaint[] {
  const range = parseAddressRange(serviceCidr);
  if (dnsServiceIp === undefined) return [];
  const path = `${base}.dnsServiceIp`;
  const address = parseAddress(dnsServiceIp);
  if (address === undefined) {
    return [{ path, message: `"${dnsServiceIp}" is no IPv4 address.`, remedy: "Write an address such as 10.0.0.10." }];
  }
  if (!range) return [];
  const remedy = `Use ${formatAddress(range.first + 10)}, or leave it out.`;
  const related = [`${base}.serviceCidr`];
  if (address < range.first || address > range.last) {
    return [{ path, related, message: `${dnsServiceIp} is not inside serviceCidr ${range.canonical}.`, remedy }];
  }
  if (address <= range.first + 1 || address === range.last) {
    return [
      {
        path,
        related,
        message: `${dnsServiceIp} is taken: the first address of ${range.canonical} belongs to the API server's service, and the edges of a range are not used.`,
        remedy,
      },
    ];
  }
  return [];
}

/** The ranges as they take effect. */
function textsOf({ cluster: { network } }: Settings): readonly (readonly [RangeKey, string])[] {
  const texts: readonly (readonly [RangeKey, string | undefined])[] = [
    ["podCidr", podCidrOf(network)],
    ["serviceCidr", network.serviceCidr],
    ["subnetCidr", network.subnetCidr],
  ];
  return texts.flatMap(([key, text]) => (text === undefined ? [] : [[key, text] as const]));
}

function rangesOf(settings: Settings): readonly (readonly [RangeKey, AddressRange])[] {
  return textsOf(settings).flatMap(([key, text]) => {
    const range = parseAddressRange(text);
    return range ? [[key, range] as const] : [];
  });
}

function overlaps(range: AddressRange, text: string): boolean {
  const other = parseAddressRange(text);
  return other !== undefined && overlap(range, other);
}

function contains(text: string, range: AddressRange): boolean {
  const outer = parseAddressRange(text);
  return outer !== undefined && outer.first <= range.first && range.last <= outer.last;
}
