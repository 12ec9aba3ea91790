import { z } from "zod";
import { flag, tagMap, text, textMap, texts, whole } from "../fields";
import { perApiVersion, oneOf, proxyResource, readOnly, since } from "../parseBody";
import { kubeletConfig, linuxOsConfig } from "./nodeConfig";

/** OS SKUs that API version 2025-09-01 has, and those that came later, with their first version. */
const osSkus = ["Ubuntu", "AzureLinux", "AzureLinux3", "CBLMariner", "Windows2019", "Windows2022", "Ubuntu2204"];
const laterOsSkus = { Ubuntu2404: "2025-10-01", Windows2025: "2026-02-01" };

/**
 * Properties of an agent pool, inline in a cluster or on its own.
 * Source: azure-rest-api-specs containerservice/…/aks/stable/{2025-09-01,2026-02-01}/managedClusters.json, ManagedClusterAgentPoolProfileProperties.
 */
export const agentPoolFields = (api: string) => ({
  eTag: readOnly(),
  count: whole(0, 1000),
  vmSize: text(),
  osDiskSizeGB: whole(0, 2048),
  osDiskType: oneOf(api, ["Managed", "Ephemeral"]).optional(),
  kubeletDiskType: oneOf(api, ["OS", "Temporary"]).optional(),
  workloadRuntime: oneOf(api, ["OCIContainer", "WasmWasi", "KataVmIsolation"]).optional(),
  messageOfTheDay: text(),
  vnetSubnetID: text(),
  podSubnetID: text(),
  podIPAllocationMode: oneOf(api, ["DynamicIndividual", "StaticBlock"]).optional(),
  maxPods: whole(),
  osType: oneOf(api, ["Linux", "Windows"]).optional(),
  osSKU: oneOf(api, osSkus, laterOsSkus).optional(),
  maxCount: whole(),
  minCount: whole(),
  enableAutoScaling: flag(),
  scaleDownMode: oneOf(api, ["Delete", "Deallocate"]).optional(),
  type: oneOf(api, ["VirtualMachineScaleSets", "AvailabilitySet", "VirtualMachines"]).optional(),
  mode: oneOf(api, ["System", "User", "Gateway"]).optional(),
  orchestratorVersion: text(),
  currentOrchestratorVersion: readOnly(),
  nodeImageVersion: readOnly(),
  upgradeSettings: z
    .strictObject({
      maxSurge: text(),
      maxUnavailable: text(),
      drainTimeoutInMinutes: whole(1, 1440),
      nodeSoakDurationInMinutes: whole(0, 30),
      undrainableNodeBehavior: oneOf(api, ["Cordon", "Schedule"]).optional(),
    })
    .optional(),
  provisioningState: readOnly(),
  powerState: z.strictObject({ code: oneOf(api, ["Running", "Stopped"]).optional() }).optional(),
  availabilityZones: texts(),
  enableNodePublicIP: flag(),
  nodePublicIPPrefixID: text(),
  scaleSetPriority: oneOf(api, ["Spot", "Regular"]).optional(),
  scaleSetEvictionPolicy: oneOf(api, ["Delete", "Deallocate"]).optional(),
  spotMaxPrice: z.number().optional(),
  tags: tagMap(),
  nodeLabels: textMap(),
  nodeTaints: texts(),
  proximityPlacementGroupID: text(),
  kubeletConfig: kubeletConfig(),
  linuxOSConfig: linuxOsConfig(),
  enableEncryptionAtHost: flag(),
  enableUltraSSD: flag(),
  enableFIPS: flag(),
  gpuInstanceProfile: oneOf(api, ["MIG1g", "MIG2g", "MIG3g", "MIG4g", "MIG7g"]).optional(),
  creationData: z.strictObject({ sourceResourceId: text() }).optional(),
  capacityReservationGroupID: text(),
  hostGroupID: text(),
  networkProfile: z
    .strictObject({
      nodePublicIPTags: z.array(z.strictObject({ ipTagType: text(), tag: text() })).optional(),
      allowedHostPorts: z.array(portRange(api)).optional(),
      applicationSecurityGroups: texts(),
    })
    .optional(),
  windowsProfile: z.strictObject({ disableOutboundNat: flag() }).optional(),
  securityProfile: z
    .strictObject({
      enableVTPM: flag(),
      enableSecureBoot: flag(),
      sshAccess: oneOf(api, ["LocalUser", "Disabled"]).optional(),
    })
    .optional(),
  gpuProfile: z.strictObject({ driver: oneOf(api, ["Install", "None"]).optional() }).optional(),
  gatewayProfile: z.strictObject({ publicIPPrefixSize: whole(28, 31) }).optional(),
  virtualMachinesProfile: z
    .strictObject({
      scale: z
        .strictObject({ manual: z.array(z.strictObject({ size: text(), count: whole() })).optional() })
        .optional(),
    })
    .optional(),
  virtualMachineNodesStatus: z.array(z.strictObject({ size: text(), count: whole() })).optional(),
  status: since(api, "2025-10-01", z.strictObject({ provisioningError: readOnly() })),
  localDNSProfile: localDns(api),
});

function portRange(api: string) {
  return z.strictObject({
    portStart: whole(1, 65535),
    portEnd: whole(1, 65535),
    protocol: oneOf(api, ["TCP", "UDP"]).optional(),
  });
}

function localDns(api: string) {
  const override = z.strictObject({
    queryLogging: oneOf(api, ["Error", "Log"]).optional(),
    protocol: oneOf(api, ["PreferUDP", "ForceTCP"]).optional(),
    forwardDestination: oneOf(api, ["ClusterCoreDNS", "VnetDNS"]).optional(),
    forwardPolicy: oneOf(api, ["Sequential", "RoundRobin", "Random"]).optional(),
    maxConcurrent: whole(),
    cacheDurationInSeconds: whole(),
    serveStaleDurationInSeconds: whole(),
    serveStale: oneOf(api, ["Verify", "Immediate", "Disable"]).optional(),
  });
  return z
    .strictObject({
      mode: oneOf(api, ["Preferred", "Required", "Disabled"]).optional(),
      state: readOnly(),
      vnetDNSOverrides: z.record(z.string(), override).optional(),
      kubeDNSOverrides: z.record(z.string(), override).optional(),
    })
    .optional();
}

/** PUT of an agent pool of its own. */
export const agentPoolBody = perApiVersion((api) =>
  z.strictObject({ ...proxyResource, properties: z.strictObject(agentPoolFields(api)).optional() }),
);

/** An agent pool inside a managed cluster. */
export const agentPoolProfile = perApiVersion((api) => z.strictObject({ name: z.string(), ...agentPoolFields(api) }));

export type AgentPoolProperties = NonNullable<z.infer<ReturnType<typeof agentPoolBody>>["properties"]>;
