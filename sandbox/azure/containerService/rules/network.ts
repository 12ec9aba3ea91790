import { contains, overlap, parseCidr } from "../../cidr";
import { badRequest } from "../../errors";
import type { NetworkProfile } from "../clusterContext";

/** Refused for the pod CIDR of overlay and kubenet clusters. Source: Azure/AKS CHANGELOG 2026-05-29. */
const reservedForPods = ["172.30.0.0/16", "172.31.0.0/16"];
/** Refused for the service CIDR as well. Source: aks-docs azure-cni-overlay.md 2026-07-31, IP address planning. */
const reservedForServices = ["169.254.0.0/16", "172.30.0.0/16", "172.31.0.0/16", "192.0.2.0/24"];

/** What a subnet in use says about itself; absent when the pools use a network of AKS's own. */
export interface NodeSubnet {
  readonly id: string;
  readonly prefix: string;
}

/** Plugin combinations, address ranges and outbound type. */
export function checkNetwork(profile: NetworkProfile, subnets: readonly NodeSubnet[]): void {
  checkPlugins(profile);
  checkRanges(profile, subnets);
  checkOutbound(profile, subnets);
}

/** Sources: aks-docs azure-cni-powered-by-cilium.md, use-network-policies.md 2026-08-18, azure-cni-overlay.md. */
function checkPlugins({ networkPlugin, networkPluginMode, networkPolicy, networkDataplane }: NetworkProfile): void {
  if (networkPluginMode === "overlay" && networkPlugin !== "azure") {
    throw badRequest(
      "InvalidNetworkPluginMode",
      "networkPluginMode overlay needs networkPlugin azure.",
      "networkProfile.networkPluginMode",
    );
  }
  if (networkPlugin === "kubenet" && networkPolicy === "azure") {
    throw badRequest(
      "NetworkPolicyAzureNotSupportedForKubenet",
      "Network policy azure is not supported for network plugin kubenet.",
      "networkProfile.networkPolicy",
    );
  }
  if (networkDataplane === "cilium" && networkPlugin !== "azure") {
    throw badRequest(
      "InvalidNetworkDataplane",
      "networkDataplane cilium needs networkPlugin azure.",
      "networkProfile.networkDataplane",
    );
  }
  const otherPolicyOnCilium = networkDataplane === "cilium" && ["azure", "calico"].includes(networkPolicy ?? "");
  if (otherPolicyOnCilium || (networkPolicy === "cilium" && networkDataplane !== "cilium")) {
    throw badRequest(
      "InvalidNetworkPolicy",
      "Network policy cilium and network dataplane cilium go together.",
      "networkProfile.networkPolicy",
    );
  }
}

function checkRanges({ podCidr, serviceCidr, dnsServiceIP }: NetworkProfile, subnets: readonly NodeSubnet[]): void {
  const services = range(serviceCidr ?? "10.0.0.0/16", "serviceCidr");
  const dns = range(dnsServiceIP ?? "10.0.0.10", "dnsServiceIP");
  const dnsText = dnsServiceIP ?? "10.0.0.10";
  if (!contains(services, dns) || dns.first === services.first || dns.first === services.first + 1) {
    throw invalid("dnsServiceIP", `${dnsText} is not inside the service CIDR, or is its first or second address`);
  }
  if (services.size > 2 ** 20) {
    throw invalid("serviceCidr", "it must be smaller than a /12");
  }
  checkReserved("serviceCidr", services, reservedForServices);
  const pods = podCidr === undefined ? undefined : range(podCidr, "podCidr");
  if (pods !== undefined) {
    checkReserved("podCidr", pods, reservedForPods);
    if (overlap(pods, services)) {
      throw badRequest(
        "PodCidrOverlapServiceCidr",
        `The pod CIDR ${podCidr ?? ""} overlaps with the service CIDR.`,
        "networkProfile.podCidr",
      );
    }
  }
  for (const subnet of subnets) {
    const nodes = range(subnet.prefix, "vnetSubnetID");
    if (overlap(nodes, services)) {
      throw badRequest(
        "ServiceCidrOverlapExistingSubnetsCidr",
        `The specified service CIDR is conflicted with an existing subnet CIDR ${subnet.prefix}.`,
        "networkProfile.serviceCidr",
      );
    }
    if (pods !== undefined && overlap(nodes, pods)) {
      throw badRequest(
        "PodCidrOverlapExistingSubnetsCidr",
        `The specified pod CIDR is conflicted with an existing subnet CIDR ${subnet.prefix}.`,
        "networkProfile.podCidr",
      );
    }
  }
}

/** Sources: aks-docs egress-outboundtype.md, nat-gateway.md 2026-07-07. */
function checkOutbound({ outboundType, loadBalancerSku }: NetworkProfile, subnets: readonly NodeSubnet[]): void {
  const ownNetwork = subnets.length > 0;
  const needsOwn = ["userDefinedRouting", "userAssignedNATGateway"].includes(outboundType ?? "");
  if (needsOwn && !ownNetwork) {
    throw invalid("outboundType", `${outboundType ?? ""} needs a subnet of your own`);
  }
  if (outboundType === "managedNATGateway" && ownNetwork) {
    throw invalid("outboundType", "managedNATGateway can not be used with a subnet of your own");
  }
  if (loadBalancerSku === "basic") {
    throw badRequest(
      "BasicLoadBalancerRetired",
      "Load balancer SKU basic has been retired.",
      "networkProfile.loadBalancerSku",
    );
  }
}

function checkReserved(property: string, value: { first: number; size: number }, reserved: readonly string[]): void {
  const hit = reserved.find((text) => {
    const other = parseCidr(text);
    return other !== undefined && overlap(value, other);
  });
  if (hit !== undefined) {
    throw invalid(property, `it overlaps with the reserved range ${hit}`);
  }
}

function range(text: string, property: string): { first: number; size: number } {
  const parsed = parseCidr(text);
  if (parsed === undefined) {
    throw invalid(property, `'${text}' is not an IPv4 range`);
  }
  return parsed;
}

const invalid = (property: string, reason: string) =>
  badRequest(
    "InvalidParameter",
    `The value of parameter networkProfile.${property} is invalid. Error details: ${reason}.`,
    `networkProfile.${property}`,
  );
