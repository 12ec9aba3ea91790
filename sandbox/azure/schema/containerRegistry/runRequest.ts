import { z } from "zod";
import { flag, text, whole } from "../fields";
import { oneOf, perApiVersion, since } from "../parseBody";

/** API versions of the tasks. Source: azure-rest-api-specs containerregistry/…/RegistryTasks; older ones there have the same paths. */
export const taskApiVersions = ["2018-09-01", "2019-04-01", "2019-06-01-preview", "2025-03-01-preview"];

const secretObject = () =>
  z.strictObject({ value: text(), type: z.enum(["Opaque", "Vaultsecret"]).optional() }).optional();

/**
 * `DockerBuildRequest`, the quick build.
 * Sources: azure-rest-api-specs containerregistry/…/RegistryTasks/{stable/2018-09-01,stable/2019-04-01,preview/2019-06-01-preview,
 * preview/2025-03-01-preview}: agent pools and log templates came with 2019-06-01-preview, the identity of the source registry with
 * 2025-03-01-preview.
 */
export const buildRequestBody = perApiVersion((api) =>
  z.strictObject({
    type: z.literal("DockerBuildRequest"),
    isArchiveEnabled: flag(),
    agentPoolName: since(api, "2019-06-01-preview", z.string()),
    logTemplate: since(api, "2019-06-01-preview", z.string()),
    imageNames: z.array(z.string()).optional(),
    isPushEnabled: flag(),
    noCache: flag(),
    dockerFilePath: z.string().min(1),
    target: text(),
    arguments: z.array(z.strictObject({ name: z.string().min(1), value: z.string(), isSecret: flag() })).optional(),
    timeout: whole(300, 28_800),
    platform: z.strictObject({
      os: oneOf(api, ["Windows", "Linux"]),
      architecture: oneOf(api, ["amd64", "x86", "386", "arm", "arm64"]).optional(),
      variant: oneOf(api, ["v6", "v7", "v8"]).optional(),
    }),
    agentConfiguration: z.strictObject({ cpu: whole(1) }).optional(),
    sourceLocation: text(),
    credentials: z
      .strictObject({
        sourceRegistry: z
          .strictObject({
            loginMode: oneOf(api, ["None", "Default"]).optional(),
            identity: since(api, "2025-03-01-preview", z.string()),
          })
          .optional(),
        customRegistries: z
          .record(z.string(), z.strictObject({ userName: secretObject(), password: secretObject(), identity: text() }))
          .optional(),
      })
      .optional(),
  }),
);

export type BuildRequestBody = z.infer<ReturnType<typeof buildRequestBody>>;
