import assert from "node:assert/strict";
import fc from "fast-check";
import { allows } from "../../../../sandbox/azure/authorization/allows";
import { builtInRoles } from "../../../../sandbox/azure/authorization/builtInRoles";

const roleNamed = (name: string) => {
  const role = [...builtInRoles.values()].find((one) => one.name === name);
  assert.ok(role !== undefined, name);
  return role;
};

/** Each line: a role, an action, and whether Azure's page of the role has it. */
const documented: readonly (readonly [string, string, boolean])[] = [
  ["Owner", "Microsoft.Authorization/roleAssignments/write", true],
  ["Contributor", "Microsoft.ContainerRegistry/registries/scheduleRun/action", true],
  ["Contributor", "Microsoft.Authorization/roleAssignments/read", true],
  ["Contributor", "Microsoft.Authorization/roleAssignments/write", false],
  ["Contributor", "Microsoft.Authorization/roleAssignments/delete", false],
  ["Reader", "Microsoft.ContainerRegistry/registries/pull/read", true],
  ["Reader", "Microsoft.ContainerRegistry/registries/runs/listLogSasUrl/action", false],
  ["User Access Administrator", "Microsoft.Authorization/roleAssignments/write", true],
  ["User Access Administrator", "Microsoft.ContainerRegistry/registries/write", false],
  ["AcrPull", "Microsoft.ContainerRegistry/registries/read", false],
  ["AcrPush", "Microsoft.ContainerRegistry/registries/push/write", true],
  ["AcrPush", "Microsoft.ContainerRegistry/registries/listBuildSourceUploadUrl/action", false],
  ["AcrPush", "Microsoft.ContainerRegistry/registries/scheduleRun/action", false],
  ["Container Registry Tasks Contributor", "Microsoft.ContainerRegistry/registries/read", true],
  ["Container Registry Tasks Contributor", "Microsoft.ContainerRegistry/registries/push/write", false],
  ["Container Registry Tasks Contributor", "Microsoft.ContainerRegistry/registries/write", false],
  ["Managed Identity Operator", "Microsoft.ManagedIdentity/userAssignedIdentities/read", true],
  ["Managed Identity Operator", "Microsoft.ManagedIdentity/userAssignedIdentities/write", false],
  ["Network Contributor", "Microsoft.Network/virtualNetworks/subnets/write", true],
  ["Storage Blob Data Contributor", "Microsoft.Storage/storageAccounts/listKeys/action", false],
  ["Azure Kubernetes Service Cluster User Role", "Microsoft.ContainerService/managedClusters/write", false],
];

describe("What a built-in role allows", () => {
  for (const [name, action, expected] of documented) {
    it(`${name}: ${expected ? "" : "not "}${action}`, () => {
      assert.equal(allows(roleNamed(name), action, "action"), expected);
    });
  }

  it("is one thing for a resource and another for what is in it", () => {
    const blobs = "Microsoft.Storage/storageAccounts/blobServices/containers/blobs/read";
    assert.equal(allows(roleNamed("Owner"), blobs, "dataAction"), false);
    assert.equal(allows(roleNamed("Storage Blob Data Reader"), blobs, "dataAction"), true);
    assert.equal(allows(roleNamed("Storage Blob Data Reader"), blobs, "action"), false);
  });

  it("leaves out what is excluded of the content of a cluster", () => {
    const role = roleNamed("Azure Kubernetes Service RBAC Admin");
    assert.equal(allows(role, "Microsoft.ContainerService/managedClusters/pods/delete", "dataAction"), true);
    assert.equal(allows(role, "Microsoft.ContainerService/managedClusters/namespaces/delete", "dataAction"), false);
  });

  it("does not depend on case", () => {
    fc.assert(
      fc.property(fc.constantFrom(...documented), fc.func(fc.boolean()), ([name, action], isUpper) => {
        const mixed = [...action].map((letter, index) => (isUpper(index) ? letter.toUpperCase() : letter)).join("");
        return allows(roleNamed(name), mixed, "action") === allows(roleNamed(name), action, "action");
      }),
    );
  });

  it("takes a dot in an action's name for a dot", () => {
    const role = { id: "", name: "", description: "", actions: ["Microsoft.Network/read"] };
    assert.equal(allows(role, "MicrosoftXNetwork/read", "action"), false);
  });
});
