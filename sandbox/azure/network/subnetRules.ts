import { contains, overlap, parseCidr } from "../cidr";
import { ArmError, badRequest } from "../errors";
import { textAt } from "../json";
import type { Services } from "../services";
import type { StoredResource } from "../store";

export const subnetType = "Microsoft.Network/virtualNetworks/subnets";

/** @throws ArmError when a prefix is malformed, outside of the network, or meets another subnet. */
export function checkPrefix(
  name: string,
  prefix: string,
  network: readonly string[],
  others: readonly StoredResource[],
): void {
  const range = parseCidr(prefix);
  if (range === undefined) {
    throw badRequest(
      "InvalidAddressPrefixFormat",
      `Address prefix ${prefix} of resource ${name} is not formatted correctly.`,
    );
  }
  const inside = network.map(parseCidr).some((outer) => outer !== undefined && contains(outer, range));
  if (!inside) {
    throw badRequest(
      "NetcfgInvalidSubnet",
      `Subnet '${name}' is not valid because its IP address range is outside the IP address range of the virtual network.`,
    );
  }
  for (const other of others) {
    const taken = parseCidr(textAt(other.body, "properties.addressPrefix") ?? "");
    if (taken !== undefined && overlap(taken, range)) {
      throw badRequest(
        "NetcfgSubnetRangesOverlap",
        `Subnet '${name}' is not valid because its IP address range overlaps with that of an existing subnet '${other.name}'.`,
      );
    }
  }
}

/** @throws ArmError `InUseSubnetCannotBeDeleted` while an agent pool uses the subnet. */
export function checkUnused(subnet: StoredResource, { store }: Services): void {
  const user = store
    .ofType("Microsoft.ContainerService/managedClusters/agentPools")
    .find((pool) =>
      ["vnetSubnetID", "podSubnetID"].some(
        (property) => textAt(pool.body, `properties.${property}`)?.toLowerCase() === subnet.id.toLowerCase(),
      ),
    );
  if (user !== undefined) {
    throw new ArmError(
      400,
      "InUseSubnetCannotBeDeleted",
      `Subnet ${subnet.name} is in use by ${user.id} and cannot be deleted. In order to delete the subnet, delete all the resources within the subnet. See aka.ms/deletesubnet.`,
    );
  }
}
