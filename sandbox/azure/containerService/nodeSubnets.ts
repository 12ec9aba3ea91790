import { parentId, sameId } from "../armPath";
import { parseCidr } from "../cidr";
import { badRequest } from "../errors";
import { listAt, numberAt, objectAt, textAt } from "../json";
import type { AgentPoolProperties } from "../schema/containerService/agentPool";
import type { Services } from "../services";
import type { ClusterContext } from "./clusterContext";
import type { NodeSubnet } from "./rules/network";

/** Azure keeps five addresses of each subnet for itself. Source: learn.microsoft.com azure/virtual-network/virtual-networks-faq. */
const reservedAddresses = 5;

/** The subnet that a pool's nodes join. @throws ArmError when it does not exist. */
export function nodeSubnet(id: string, { store }: Services): NodeSubnet {
  const subnet = store.get(id);
  const prefix =
    textAt(subnet?.body, "properties.addressPrefix") ?? listAt(subnet?.body, "properties.addressPrefixes")[0];
  if (subnet === undefined || typeof prefix !== "string") {
    throw badRequest("SubnetNotFound", `Subnet '${id}' was not found.`, "agentPoolProfile.vnetSubnetID");
  }
  return { id: subnet.id, prefix };
}

/**
 * The nodes of all pools in the subnet, one surge node for each pool, and without overlay the pods of each node need an address.
 * Sources: aks-docs azure-cni-overview, plan IP addressing; Azure/AKS#3653.
 * @throws ArmError `InsufficientSubnetSize`.
 */
export function checkSubnetSize(
  { id, requested }: { readonly id: string; readonly requested: AgentPoolProperties },
  { networkProfile }: ClusterContext,
  services: Services,
): void {
  const subnetId = requested.vnetSubnetID;
  if (subnetId === undefined) {
    return;
  }
  const { prefix } = nodeSubnet(subnetId, services);
  const available = (parseCidr(prefix)?.size ?? 0) - reservedAddresses;
  const flat = networkProfile.networkPlugin === "azure" && networkProfile.networkPluginMode !== "overlay";
  const others = services.store
    .children(parentId(id), "Microsoft.ContainerService/managedClusters/agentPools")
    .filter((pool) => !sameId(pool.id, id))
    .map((pool) => objectAt(pool.body, "properties"))
    .filter((pool) => sameId(textAt(pool, "vnetSubnetID") ?? "", subnetId));
  const needed = [requested, ...others].reduce((sum, pool) => sum + addresses(pool, flat), 0);
  if (needed > available) {
    throw badRequest(
      "InsufficientSubnetSize",
      `Pre-allocated IPs ${needed} exceeds IPs available ${available} in Subnet Cidr ${prefix}, Subnet Name ${subnetId}.`,
      "agentPoolProfile.vnetSubnetID",
    );
  }
}

function addresses(pool: unknown, flat: boolean): number {
  const nodes = Math.max(numberAt(pool, "count") ?? 1, numberAt(pool, "maxCount") ?? 0) + 1;
  const podsToo = flat && textAt(pool, "podSubnetID") === undefined;
  return nodes * (podsToo ? (numberAt(pool, "maxPods") ?? 30) + 1 : 1);
}
