import * as containerservice from "@pulumi/azure-native/containerservice";
import * as network from "@pulumi/azure-native/network";
import * as resources from "@pulumi/azure-native/resources";
import * as pulumi from "@pulumi/pulumi";

// Six resources, as the vendor's TypeScript template for AKS has them: a group, a network with three subnets, a cluster.
const group = new resources.ResourceGroup("baseline");

const virtualNetwork = new network.VirtualNetwork("network", {
  resourceGroupName: group.name,
  addressSpace: { addressPrefixes: ["10.0.0.0/16"] },
});

const [firstSubnet] = ["10.0.0.0/22", "10.0.4.0/22", "10.0.8.0/22"].map(
  (addressPrefix, index) =>
    new network.Subnet(`subnet${index + 1}`, {
      resourceGroupName: group.name,
      virtualNetworkName: virtualNetwork.name,
      addressPrefix,
    }),
);

const cluster = new containerservice.ManagedCluster("cluster", {
  resourceGroupName: group.name,
  identity: { type: containerservice.ResourceIdentityType.SystemAssigned },
  dnsPrefix: "baseline",
  kubernetesVersion: "1.35",
  agentPoolProfiles: [
    {
      name: "system",
      mode: "System",
      count: 1,
      vmSize: "Standard_D2s_v5",
      osType: "Linux",
      vnetSubnetID: firstSubnet?.id,
    },
  ],
  networkProfile: { networkPlugin: "azure", serviceCidr: "10.96.0.0/16", dnsServiceIP: "10.96.0.10" },
});

const credentials = containerservice.listManagedClusterUserCredentialsOutput({
  resourceGroupName: group.name,
  resourceName: cluster.name,
});

export const clusterName = cluster.name;
export const kubeconfig = pulumi.secret(
  credentials.kubeconfigs.apply((configs) => Buffer.from(configs[0]?.value ?? "", "base64").toString()),
);
