import assert from "node:assert/strict";
import { importedInputs } from "../../../sandbox/azure-native/inputs/importedInputs";
import { resourceShapes, type ResourceShapes } from "../../../sandbox/azure-native/resourceShapes";
import { resourceTypes } from "../../../sandbox/azure-native/resourceTypes";
import { inputProjection } from "../../../sandbox/azure-native/shapes/inputProjection";
import { requestBody } from "../../../sandbox/azure-native/shapes/requestBody";
import { responseOutputs } from "../../../sandbox/azure-native/shapes/responseOutputs";
import { SdkTypings } from "../../../sandbox/azure-native/shapes/sdkTypings";
import { nestedPlacements } from "../../../sandbox/azure-native/types/nestedPlacements";
import type { Properties } from "../../../sandbox/engine/provider/resourceProvider";

const typings = new SdkTypings(nestedPlacements);
const storage = "azure-native:storage:StorageAccount";
const cluster = "azure-native:containerservice:ManagedCluster";
const pool = "azure-native:containerservice:AgentPool";
const network = "azure-native:network:VirtualNetwork";
const subnet = "azure-native:network:Subnet";

function shapes(token: string): ResourceShapes {
  const spec = resourceTypes.get(token);
  assert.ok(spec);
  return resourceShapes(spec, typings);
}

const body = (token: string, inputs: Properties) => requestBody(shapes(token).body, inputs);
const outputs = (token: string, response: Properties) => responseOutputs(shapes(token).outputs, response);
const identity = "/subscriptions/s/resourceGroups/rg/providers/Microsoft.ManagedIdentity/userAssignedIdentities/a";

/** Expected values: the bodies in the examples of azure-rest-api-specs. */
describe("azure-native provider, from the SDK's form to Azure's and back", () => {
  it("the parameters of the path are not in the body, nor what the type does not have", () => {
    const inputs = { resourceGroupName: "rg", resourceName: "aks", agentPoolName: "a", count: 1, unheardOf: 1 };
    assert.deepEqual(body(pool, inputs), { properties: { count: 1 } });
  });

  it("what belongs to every resource is beside `properties`", () => {
    const inputs = { location: "x", tags: { a: "b" }, sku: { name: "Base" }, dnsPrefix: "aks" };
    const { dnsPrefix, ...beside } = inputs;
    assert.deepEqual(body(cluster, inputs), { ...beside, properties: { dnsPrefix } });
  });

  it("identities are a list here and keys there", () => {
    const inputs = { identity: { type: "UserAssigned", userAssignedIdentities: [identity] } };
    const sent = { identity: { type: "UserAssigned", userAssignedIdentities: { [identity]: {} } } };
    const answered = { userAssignedIdentities: { [identity]: { clientId: "c", principalId: "p" } } };
    assert.deepEqual(body(cluster, inputs), sent);
    const read = outputs(cluster, { identity: { type: "UserAssigned", ...answered } });
    assert.deepEqual(read, { identity: { type: "UserAssigned", ...answered } });
    assert.deepEqual(inputProjection(shapes(cluster).body, read), inputs);
  });

  it("storage has other names, at every depth", () => {
    const inputs = {
      enableHttpsTrafficOnly: true,
      networkRuleSet: { defaultAction: "Deny", ipRules: [{ iPAddressOrRange: "10.0.0.0/8" }] },
      encryption: { keyVaultProperties: { keyName: "k" }, encryptionIdentity: { encryptionUserAssignedIdentity: "i" } },
    };
    const sent = {
      properties: {
        supportsHttpsTrafficOnly: true,
        networkAcls: { defaultAction: "Deny", ipRules: [{ value: "10.0.0.0/8" }] },
        encryption: { keyvaultproperties: { keyname: "k" }, identity: { userAssignedIdentity: "i" } },
      },
    };
    assert.deepEqual(body(storage, inputs), sent);
    assert.deepEqual(outputs(storage, sent), inputs);
  });

  it("a pool's type is the kind of scale set on the way in and the resource type on the way out", () => {
    assert.deepEqual(body(pool, { type: "VirtualMachineScaleSets" }), {
      properties: { type: "VirtualMachineScaleSets" },
    });
    const type = "Microsoft.ContainerService/managedClusters/agentPools";
    assert.deepEqual(outputs(pool, { type, properties: { type: "VirtualMachineScaleSets" } }), { type });
  });

  it("a subnet inside of a network has `properties` of its own", () => {
    const inputs = {
      subnets: [{ name: "a", addressPrefix: "10.1.0.0/16", delegations: [{ name: "d", serviceName: "s" }] }],
    };
    assert.deepEqual(body(network, inputs), {
      properties: {
        subnets: [
          {
            name: "a",
            properties: {
              addressPrefix: "10.1.0.0/16",
              delegations: [{ name: "d", properties: { serviceName: "s" } }],
            },
          },
        ],
      },
    });
  });

  it("what is read-only is no input, at any depth", () => {
    const read = { provisioningState: "Succeeded", agentPoolProfiles: [{ name: "a", nodeImageVersion: "v" }] };
    assert.deepEqual(inputProjection(shapes(cluster).body, read), { agentPoolProfiles: [{ name: "a" }] });
  });

  it("an import leaves out the id, the subscription and empty lists", () => {
    const parameters = { subscriptionId: "s", virtualNetworkName: "net", subnetName: "a" };
    const read = {
      id: "/subscriptions/s",
      addressPrefix: "10.1.0.0/16",
      serviceEndpoints: [],
      delegations: [{ actions: [] }],
    };
    assert.deepEqual(importedInputs(shapes(subnet).body, parameters, read), {
      virtualNetworkName: "net",
      subnetName: "a",
      addressPrefix: "10.1.0.0/16",
    });
  });
});
