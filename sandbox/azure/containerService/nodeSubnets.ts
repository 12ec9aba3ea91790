import { parseCidr } from "../cidr";
import { badRequest } from "../errors";
import { listAt, textAt } from "../json";
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
 * Nodes, one surge node, and without overlay the pods of each node need an address. Source: aks-docs azure-cni-overview, plan IP addressing.
 * @throws ArmError `InsufficientSubnetSize`.
 */
export function checkSubnetSize(
  pool: AgentPoolProperties,
  { networkProfile }: ClusterContext,
  services: Services,
): void {
  if (pool.vnetSubnetID === undefined) {
    return;
  }
  const { prefix } = nodeSubnet(pool.vnetSubnetID, services);
  const available = (parseCidr(prefix)?.size ?? 0) - reservedAddresses;
  const flat = networkProfile.networkPlugin === "azure" && networkProfile.networkPluginMode !== "overlay";
  const perNode = flat && pool.podSubnetID === undefined ? (pool.maxPods ?? 30) + 1 : 1;
  const needed = (Math.max(pool.count ?? 1, pool.maxCount ?? 0) + 1) * perNode;
  if (needed > available) {
    throw badRequest(
      "InsufficientSubnetSize",
      `Pre-allocated IPs ${needed} exceeds IPs available ${available} in Subnet Cidr ${prefix}, Subnet Name ${pool.vnetSubnetID}.`,
      "agentPoolProfile.vnetSubnetID",
    );
  }
}
