import { resourceTypes } from "./resourceTypes";
import type { FunctionSpec } from "./types/functionSpec";
import type { ResourceTypeSpec } from "./types/resourceTypeSpec";

/** A function that reads a resource: `get` and the type's name. */
function getter(token: string): FunctionSpec {
  const type = requiredType(token);
  const { file, className } = type.typings;
  const folder = file.split("/")[0] ?? "";
  return {
    token: token.replace(`:${className}`, `:get${className}`),
    apiVersion: type.apiVersion,
    path: type.path,
    method: "GET",
    typings: { file: `${folder}/get${className}`, result: `Get${className}Result` },
    placement: type.placement,
  };
}

function requiredType(token: string): ResourceTypeSpec {
  const type = resourceTypes.get(token);
  if (type === undefined) {
    throw new Error(`There is no resource type ${token}.`);
  }
  return type;
}

function clusterCredentials(account: "Admin" | "User", query: FunctionSpec["query"]): FunctionSpec {
  const { apiVersion, path } = requiredType("azure-native:containerservice:ManagedCluster");
  return {
    token: `azure-native:containerservice:listManagedCluster${account}Credentials`,
    apiVersion,
    path: `${path}/listCluster${account}Credential`,
    method: "POST",
    query,
    typings: {
      file: `containerservice/listManagedCluster${account}Credentials`,
      result: `ListManagedCluster${account}CredentialsResult`,
    },
  };
}

const storageAccount = requiredType("azure-native:storage:StorageAccount");

const specs: readonly FunctionSpec[] = [
  getter("azure-native:resources:ResourceGroup"),
  getter("azure-native:containerservice:ManagedCluster"),
  getter("azure-native:containerregistry:Registry"),
  getter("azure-native:managedidentity:UserAssignedIdentity"),
  clusterCredentials("User", { serverFqdn: "server-fqdn", format: "format" }),
  clusterCredentials("Admin", { serverFqdn: "server-fqdn" }),
  {
    token: "azure-native:storage:listStorageAccountKeys",
    apiVersion: storageAccount.apiVersion,
    path: `${storageAccount.path}/listKeys`,
    method: "POST",
    query: { expand: "$expand" },
    typings: { file: "storage/listStorageAccountKeys", result: "ListStorageAccountKeysResult" },
  },
];

/** Every function that asks Azure Resource Manager, by token. */
export const functionSpecs: ReadonlyMap<string, FunctionSpec> = new Map(specs.map((spec) => [spec.token, spec]));
