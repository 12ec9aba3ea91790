import { randomUUID } from "node:crypto";
import { badRequest } from "../errors";
import { lastName, parentId } from "../armPath";
import { at } from "../json";
import type { ResourceType } from "../resourceType";
import { kept, parseBody } from "../schema/parseBody";
import { blobContainerBody } from "../schema/storage/blobContainer";
import { storageApiVersions } from "./storageAccounts";

const type = "Microsoft.Storage/storageAccounts/blobServices/containers";

/** 3 to 63 lower-case letters, digits and single hyphens. Source: blob.json, containerName; rest/api/storageservices naming rules. */
const namePattern = /^(?=.{3,63}$)[a-z0-9]+(-[a-z0-9]+)*$/;

export const blobContainers: ResourceType = {
  type,
  apiVersions: storageApiVersions,
  patch: true,

  write({ id, name, apiVersion, body, existing }, { store, now }) {
    if (!namePattern.test(name) && !["$root", "$web", "$logs"].includes(name)) {
      throw badRequest(
        "InvalidResourceName",
        `The specified resource name contains invalid characters or has an invalid length: '${name}'.`,
      );
    }
    if (lastName(parentId(id)) !== "default") {
      throw badRequest("InvalidResourceName", "The blob service of an account is named 'default'.");
    }
    const parsed = parseBody(blobContainerBody(apiVersion), body);
    const account = store.get(parentId(parentId(id)));
    const isPublic = !["None", undefined].includes(parsed.properties?.publicAccess);
    if (isPublic && at(account?.body, "properties.allowBlobPublicAccess") !== true) {
      throw badRequest(
        "PublicAccessNotPermitted",
        "Public access is not permitted on this storage account.",
        "publicAccess",
      );
    }
    return {
      id,
      name,
      type,
      body: {
        ...kept(parsed),
        etag: `"${randomUUID()}"`,
        properties: {
          publicAccess: "None",
          defaultEncryptionScope: "$account-encryption-key",
          denyEncryptionScopeOverride: false,
          ...parsed.properties,
          deleted: false,
          remainingRetentionDays: 0,
          hasImmutabilityPolicy: false,
          hasLegalHold: false,
          leaseState: "Available",
          leaseStatus: "Unlocked",
          lastModifiedTime:
            existing === undefined ? now().toISOString() : at(existing.body, "properties.lastModifiedTime"),
        },
      },
      internal: {},
    };
  },
};
