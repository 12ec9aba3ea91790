import { objectAt, textAt } from "../json";
import { networkProfile as networkProfileSchema } from "../schema/containerService/networkProfile";
import type { Services } from "../services";
import type { StoredResource } from "../store";
import type { ClusterContext, NetworkProfile } from "./clusterContext";

/** What the rules for pools ask of a cluster that exists. */
export function contextOfCluster(cluster: StoredResource, { now }: Services): ClusterContext {
  const properties = objectAt(cluster.body, "properties");
  return {
    networkProfile: storedNetworkProfile(properties["networkProfile"]),
    hasWindowsProfile: properties["windowsProfile"] !== undefined,
    hasNatGateway: natGateway(textAt(properties, "networkProfile.outboundType")),
    controlPlaneVersion: textAt(properties, "currentKubernetesVersion") ?? "",
    longTermSupport: textAt(properties, "supportPlan") === "AKSLongTermSupport",
    today: now(),
  };
}

/** Outbound types with which Windows nodes may do without outbound NAT. Source: aks-docs nat-gateway.md 2026-07-07. */
export function natGateway(outboundType: string | undefined): boolean {
  return ["managedNATGateway", "userAssignedNATGateway", "userDefinedRouting"].includes(outboundType ?? "");
}

function storedNetworkProfile(value: unknown): NetworkProfile {
  const profile = objectAt({ value }, "value");
  const writable = { ...profile };
  for (const key of ["loadBalancerProfile", "natGatewayProfile"]) {
    delete writable[key];
  }
  return networkProfileSchema("9999").parse(writable);
}
