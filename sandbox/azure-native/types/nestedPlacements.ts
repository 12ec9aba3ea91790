import type { Placement } from "../shapes/placement";

const part: Placement = { outside: ["id", "name", "type", "etag"] };
const tracked: Placement = { outside: ["id", "name", "type", "etag", "location", "tags"] };

/** Types inside of resources whose body differs from the SDK's form: by module and type. All others have the same form. */
export const nestedPlacements: Readonly<Record<string, Placement>> = {
  "storage.Encryption": { armNames: { keyVaultProperties: "keyvaultproperties", encryptionIdentity: "identity" } },
  "storage.EncryptionIdentity": {
    armNames: {
      encryptionUserAssignedIdentity: "userAssignedIdentity",
      encryptionFederatedIdentityClientId: "federatedIdentityClientId",
    },
  },
  "storage.KeyVaultProperties": {
    armNames: { keyName: "keyname", keyVersion: "keyversion", keyVaultUri: "keyvaulturi" },
  },
  "storage.IPRule": { armNames: { iPAddressOrRange: "value" } },
  "storage.VirtualNetworkRule": { armNames: { virtualNetworkResourceId: "id" } },
  "network.Subnet": part,
  "network.Delegation": part,
  "network.VirtualNetworkPeering": part,
  "network.ApplicationGatewayIPConfiguration": part,
  "network.ResourceNavigationLink": part,
  "network.ServiceAssociationLink": part,
  "network.SecurityRule": part,
  "network.Route": part,
  "network.ServiceEndpointPolicyDefinition": part,
  "network.NetworkSecurityGroup": tracked,
  "network.RouteTable": tracked,
  "network.ServiceEndpointPolicy": tracked,
};
