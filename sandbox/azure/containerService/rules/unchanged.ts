import { ArmError } from "../../errors";
import { at } from "../../json";

/**
 * Properties of a pool that cannot be changed after its creation.
 * Sources: managedClusters.json descriptions (osDiskType, hostGroupID); aks-docs quotas-skus-regions.md, resize-node-pool.md, concepts-storage.md.
 */
export const immutableInPools: readonly string[] = [
  "vmSize",
  "osType",
  "osSKU",
  "osDiskSizeGB",
  "osDiskType",
  "kubeletDiskType",
  "maxPods",
  "vnetSubnetID",
  "podSubnetID",
  "availabilityZones",
  "type",
  "scaleSetPriority",
  "scaleSetEvictionPolicy",
  "enableFIPS",
  "enableEncryptionAtHost",
  "enableUltraSSD",
  "enableNodePublicIP",
  "proximityPlacementGroupID",
  "hostGroupID",
  "kubeletConfig",
  "linuxOSConfig",
  "gpuInstanceProfile",
  "windowsProfile.disableOutboundNat",
];

/** Of a cluster. Sources: managedClusters.json descriptions; pulumi-azure-native PR #4771 (leaves that replace). */
export const immutableInClusters: readonly string[] = [
  "dnsPrefix",
  "fqdnSubdomain",
  "nodeResourceGroup",
  "windowsProfile.adminUsername",
  "linuxProfile.adminUsername",
  "networkProfile.serviceCidr",
  "networkProfile.dnsServiceIP",
  "networkProfile.loadBalancerSku",
  "apiServerAccessProfile.enablePrivateCluster",
  "apiServerAccessProfile.privateDNSZone",
  "diskEncryptionSetID",
  "enableRBAC",
];

/**
 * A property that the request leaves out keeps its value.
 * @throws ArmError `PropertyChangeNotAllowed` for the first property that differs.
 */
export function checkUnchanged(
  before: unknown,
  after: unknown,
  properties: readonly string[],
  prefix = "properties",
): void {
  for (const property of properties) {
    const old = at(before, property);
    const wanted = at(after, property);
    if (wanted !== undefined && !same(old, wanted)) {
      throw new ArmError(400, "PropertyChangeNotAllowed", `Changing property '${prefix}.${property}' is not allowed.`, {
        target: `${prefix}.${property}`,
      });
    }
  }
}

/** An absent switch is off, and an absent list is empty. */
function same(before: unknown, after: unknown): boolean {
  const absentMeans = typeof after === "boolean" ? false : Array.isArray(after) ? [] : undefined;
  return JSON.stringify(before ?? absentMeans) === JSON.stringify(after);
}
