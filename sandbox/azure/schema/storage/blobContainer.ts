import { z } from "zod";
import { flag, text, textMap } from "../fields";
import { perApiVersion, oneOf, proxyResource, readOnly } from "../parseBody";

/** Source: azure-rest-api-specs storage/…/stable/2024-01-01/blob.json, BlobContainer. */
export const blobContainerBody = perApiVersion((api) =>
  z.strictObject({
    ...proxyResource,
    etag: readOnly(),
    properties: z
      .strictObject({
        defaultEncryptionScope: text(),
        denyEncryptionScopeOverride: flag(),
        publicAccess: oneOf(api, ["Container", "Blob", "None"]).optional(),
        metadata: textMap(),
        immutableStorageWithVersioning: z.strictObject({ enabled: flag() }).optional(),
        enableNfsV3RootSquash: flag(),
        enableNfsV3AllSquash: flag(),
        version: readOnly(),
        deleted: readOnly(),
        lastModifiedTime: readOnly(),
        leaseStatus: readOnly(),
        leaseState: readOnly(),
        hasImmutabilityPolicy: readOnly(),
        hasLegalHold: readOnly(),
      })
      .optional(),
  }),
);
