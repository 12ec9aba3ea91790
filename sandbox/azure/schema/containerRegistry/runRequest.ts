import { z } from "zod";
import { flag, text, whole } from "../fields";
import { oneOf, oneOfAnyCase, perApiVersion, since } from "../parseBody";

/** API versions of the tasks. Source: azure-rest-api-specs containerregistry/…/RegistryTasks; older ones there have the same paths. */
export const taskApiVersions = ["2018-09-01", "2019-04-01", "2019-06-01-preview", "2025-03-01-preview"];

const secretObject = () =>
  z.strictObject({ value: text(), type: z.enum(["Opaque", "Vaultsecret"]).optional() }).optional();

/** Not in the specification, but azure-cli 2.91.0 sends it (acr/_validators.py), and the service lets it pass. */
const argumentType = () => z.literal("Argument").optional();

/**
 * `DockerBuildRequest`, the quick build.
 * Sources: azure-rest-api-specs containerregistry/…/RegistryTasks/{stable/2018-09-01,stable/2019-04-01,preview/2019-06-01-preview,
 * preview/2025-03-01-preview}: identities of other registries came with 2019-04-01, agent pools and log templates with
 * 2019-06-01-preview, the identity of the source registry with 2025-03-01-preview. azure-cli writes the platform in lower case.
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
    arguments: z
      .array(z.strictObject({ name: z.string().min(1), value: z.string(), isSecret: flag(), type: argumentType() }))
      .optional(),
    timeout: whole(300, 28_800),
    platform: z.strictObject({
      os: oneOfAnyCase(api, ["Windows", "Linux"]),
      architecture: oneOfAnyCase(api, ["amd64", "x86", "arm"], {
        arm64: "2019-04-01",
        386: "2019-06-01-preview",
      }).optional(),
      variant: oneOfAnyCase(api, ["v6", "v7", "v8"]).optional(),
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
          .record(
            z.string(),
            z.strictObject({
              userName: secretObject(),
              password: secretObject(),
              identity: since(api, "2019-04-01", z.string()),
            }),
          )
          .optional(),
      })
      .optional(),
  }),
);

export type BuildRequestBody = z.infer<ReturnType<typeof buildRequestBody>>;
