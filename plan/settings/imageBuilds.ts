import { z } from "zod";
import { documented } from "./keys";

const pipelineConnectionSchema = z.strictObject({
  name: documented(z.string().optional(), {
    description: "Name of the service connection, unique in the project: pipelines call it by this name.",
    change: "Renames the service connection: pipelines have to follow.",
    derivedDefault: "`<project>-<stack>-builds`",
  }),
  pipelines: documented(z.union([z.enum(["all", "none"]), z.array(z.int().positive())]).default("none"), {
    description:
      "Pipelines that may build through it without asking: `all`, a list of ids, or `none` (the first run asks).",
    change: "Adds and removes authorisations.",
    writtenAs: "`all`, `none` or a list of whole numbers",
    example: [12, 34],
  }),
});

/** Builds of images by ACR Tasks: those of the agents themselves, and those of pipelines. */
export const imageBuildsSchema = z.strictObject({
  agentImages: documented(z.boolean().default(true), {
    description:
      "Whether the images of the agents are built in the registry as part of the deployment. When false they must be there already.",
    change: "Rolls the agents when it changes the image they run.",
  }),
  pipelineConnection: documented(pipelineConnectionSchema.optional(), {
    description:
      "Azure Resource Manager service connection through which pipelines build images in the registry, without a key. Absent: none is made.",
  }),
});
