import type { ResourceTypeSpec } from "./resourceTypeSpec";

const virtualNetwork =
  "/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.Network/virtualNetworks/{virtualNetworkName}";

export const network: readonly ResourceTypeSpec[] = [
  {
    token: "azure-native:network:VirtualNetwork",
    apiVersion: "2024-05-01",
    path: virtualNetwork,
    typings: { file: "network/virtualNetwork", className: "VirtualNetwork" },
    placement: { outside: ["id", "name", "type", "etag", "location", "tags", "extendedLocation"] },
    locationOptional: true,
    replaceOnChanges: ["location"],
    longRunning: { write: true, delete: true },
    maintained: ["subnets", "virtualNetworkPeerings"],
  },
  {
    token: "azure-native:network:Subnet",
    apiVersion: "2024-05-01",
    path: `${virtualNetwork}/subnets/{subnetName}`,
    typings: { file: "network/subnet", className: "Subnet" },
    placement: { outside: ["id", "name", "type", "etag"] },
    replaceOnChanges: [],
    longRunning: { write: true, delete: true },
  },
];
