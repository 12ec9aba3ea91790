import { createHmac } from "node:crypto";
import { checkLocation } from "../checkLocation";
import { badRequest, conflict } from "../errors";
import { at, textAt, withDefaults } from "../json";
import { resourceIdentity } from "../resourceIdentity";
import type { ResourceType } from "../resourceType";
import { kept, parseBody } from "../schema/parseBody";
import { type StorageAccountBody, storageAccountBody } from "../schema/storage/storageAccount";
import { accountNameProblem, checkAccountName } from "../storage/accountName";
import { sharedKeys } from "../storage/sharedKeys";
import type { StoredResource } from "../store";
import { durations } from "../tables/durations";

const type = "Microsoft.Storage/storageAccounts";

export const storageApiVersions: readonly string[] = ["2024-01-01", "2025-06-01"];

export const storageAccounts: ResourceType = {
  type,
  apiVersions: storageApiVersions,
  longRunning: { write: "location" },
  patch: true,
  durations: durations.storageAccount,

  write({ id, name, apiVersion, body, existing }, services) {
    checkAccountName(name);
    const parsed = parseBody(storageAccountBody(apiVersion), body);
    const location = checkLocation(parsed.location, type, existing);
    if (existing === undefined && accountNameProblem(name, services)?.reason === "AlreadyExists") {
      throw conflict("StorageAccountAlreadyTaken", `The storage account named ${name} is already taken.`);
    }
    checkUnchangedAccount(parsed, existing);
    const identity = resourceIdentity(name, parsed.identity, existing, services);
    const now = services.now().toISOString();
    return {
      id,
      name,
      type,
      body: {
        ...kept(parsed),
        location,
        sku: { name: parsed.sku.name, tier: parsed.sku.name.startsWith("Premium") ? "Premium" : "Standard" },
        ...(identity === undefined ? {} : { identity }),
        properties: {
          ...withDefaults(parsed.properties ?? {}, defaults(parsed)),
          ...endpoints(name, location),
          creationTime: textAt(existing?.body, "properties.creationTime") ?? now,
          keyCreationTime: at(existing?.body, "properties.keyCreationTime") ?? { key1: now, key2: now },
          provisioningState: existing === undefined ? "Creating" : "ResolvingDNS",
        },
      },
      internal: {
        principalId: identity?.["principalId"],
        keySeed: textAt(existing?.internal, "keySeed") ?? createHmac("sha256", id).update(now).digest("hex"),
      },
    };
  },

  remove(account, { directory }) {
    directory.deletePrincipal(textAt(account.internal, "principalId") ?? "");
    return Promise.resolve();
  },

  actions: { listkeys: (account) => sharedKeys(account) },
};

/** Source: storage.json descriptions: fixed at creation. */
function checkUnchangedAccount(parsed: StorageAccountBody, existing: StoredResource | undefined): void {
  if (existing === undefined) {
    return;
  }
  const upgrade = textAt(existing.body, "kind") === "Storage" && parsed.kind === "StorageV2";
  if (textAt(existing.body, "kind") !== parsed.kind && !upgrade) {
    throw badRequest(
      "AccountPropertyCannotBeUpdated",
      "The property 'kind' was specified in the input, but it cannot be updated.",
      "kind",
    );
  }
  for (const property of ["isHnsEnabled", "isNfsV3Enabled", "dnsEndpointType"] as const) {
    const wanted = parsed.properties?.[property];
    if (wanted !== undefined && wanted !== (at(existing.body, `properties.${property}`) ?? false)) {
      throw badRequest(
        "AccountPropertyCannotBeUpdated",
        `The property '${property}' was specified in the input, but it cannot be updated.`,
        property,
      );
    }
  }
}

function endpoints(name: string, location: string) {
  const services = ["blob", "queue", "table", "file", "dfs", "web"];
  const host = (service: string) => (service === "web" ? `${name}.z6.web` : `${name}.${service}`);
  return {
    primaryEndpoints: Object.fromEntries(
      services.map((service) => [service, `https://${host(service)}.core.windows.net/`]),
    ),
    primaryLocation: location,
    statusOfPrimary: "available",
  };
}

/** Source: storage.json (minimumTlsVersion TLS1_0, allowBlobPublicAccess false, supportsHttpsTrafficOnly true since 2019-04-01). */
function defaults({ kind }: StorageAccountBody) {
  return {
    supportsHttpsTrafficOnly: true,
    allowBlobPublicAccess: false,
    minimumTlsVersion: "TLS1_0",
    allowCrossTenantReplication: false,
    networkAcls: { bypass: "AzureServices", virtualNetworkRules: [], ipRules: [], defaultAction: "Allow" },
    ...(kind === "Storage" ? {} : { accessTier: "Hot" }),
    encryption: {
      services: { blob: { enabled: true, keyType: "Account" }, file: { enabled: true, keyType: "Account" } },
      keySource: "Microsoft.Storage",
    },
    privateEndpointConnections: [],
  };
}
