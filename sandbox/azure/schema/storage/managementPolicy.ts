import { z } from "zod";
import { flag } from "../fields";
import { perApiVersion, oneOf, proxyResource, readOnly } from "../parseBody";

const days = () => z.number().min(0).optional();
const afterModification = () =>
  z
    .strictObject({
      daysAfterModificationGreaterThan: days(),
      daysAfterLastAccessTimeGreaterThan: days(),
      daysAfterLastTierChangeGreaterThan: days(),
      daysAfterCreationGreaterThan: days(),
    })
    .optional();
const afterCreation = () =>
  z
    .strictObject({ daysAfterCreationGreaterThan: z.number().min(0), daysAfterLastTierChangeGreaterThan: days() })
    .optional();
const versions = () =>
  z
    .strictObject({
      tierToCool: afterCreation(),
      tierToArchive: afterCreation(),
      tierToCold: afterCreation(),
      tierToHot: afterCreation(),
      delete: afterCreation(),
    })
    .optional();

/** Source: azure-rest-api-specs storage/…/stable/2024-01-01/storage.json, ManagementPolicy. */
export const managementPolicyBody = perApiVersion((api) =>
  z.strictObject({
    ...proxyResource,
    properties: z.strictObject({
      lastModifiedTime: readOnly(),
      policy: z.strictObject({
        rules: z
          .array(
            z.strictObject({
              enabled: flag(),
              name: z.string().regex(/^[A-Za-z0-9-]{1,256}$/, "a rule name has letters and digits only"),
              type: oneOf(api, ["Lifecycle"]),
              definition: z.strictObject({
                actions: z.strictObject({
                  baseBlob: z
                    .strictObject({
                      tierToCool: afterModification(),
                      tierToArchive: afterModification(),
                      tierToCold: afterModification(),
                      tierToHot: afterModification(),
                      delete: afterModification(),
                      enableAutoTierToHotFromCool: flag(),
                    })
                    .optional(),
                  snapshot: versions(),
                  version: versions(),
                }),
                filters: z
                  .strictObject({
                    prefixMatch: z.array(z.string()).max(10).optional(),
                    blobTypes: z.array(oneOf(api, ["blockBlob", "appendBlob"])),
                    blobIndexMatch: z
                      .array(z.strictObject({ name: z.string(), op: oneOf(api, ["=="]), value: z.string() }))
                      .optional(),
                  })
                  .optional(),
              }),
            }),
          )
          .min(1)
          .max(100),
      }),
    }),
  }),
);
