import type { ClusterSpec, NodePoolSpec } from "../../../../sandbox/kubernetes/clusterRuntime";

export const TENANT = "11111111-2222-3333-4444-555555555555";

export function clusterSpec(name: string, changes: Partial<ClusterSpec> = {}): ClusterSpec {
  return {
    id: `/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/fleet/providers/Microsoft.ContainerService/managedClusters/${name}`,
    name,
    location: "westeurope",
    resourceGroup: "fleet",
    nodeResourceGroup: "MC_fleet_westeurope",
    kubernetesVersion: "1.35.4",
    oidcIssuerUrl: `https://westeurope.oic.prod-aks.azure.com/${TENANT}/99999999-8888-7777-6666-555555555555/`,
    serviceCidr: "10.0.0.0/16",
    podCidr: "10.244.0.0/16",
    entra: false,
    ...changes,
  };
}

const linux: NodePoolSpec = {
  name: "linux",
  mode: "User",
  osType: "Linux",
  osSku: "Ubuntu",
  vmSize: "Standard_D4s_v5",
  count: 1,
  maxPods: 250,
  labels: {},
  taints: [],
  zones: [],
  spot: false,
  kubernetesVersion: "1.35.4",
  nodeImageVersion: "AKSUbuntu-2404gen2containerd-202607.15.0",
  drainTimeoutMinutes: 30,
};

export function linuxPool(name: string, changes: Partial<NodePoolSpec> = {}): NodePoolSpec {
  return { ...linux, name, ...changes };
}

/** A Windows pool as the program makes them: own label, taint os=windows. */
export function windowsPool(name: string, year: 2022 | 2025, changes: Partial<NodePoolSpec> = {}): NodePoolSpec {
  return {
    ...linux,
    name,
    osType: "Windows",
    osSku: `Windows${year}`,
    labels: { "agents.example.com/pool": name },
    taints: ["os=windows:NoSchedule"],
    nodeImageVersion:
      year === 2022 ? "AKSWindows-2022-containerd-20348.5386.260715" : "AKSWindows-2025-containerd-26100.33158.260715",
    ...changes,
  };
}
