import { createRequire } from "node:module";
import type * as builder from "./buildAgentImage";
import { describeChange } from "./describeChange";
import { engineLog } from "./engineLog";
import type { ImageBuildInputs, ImageBuildOutputs } from "./imageBuildInputs";

/** A change of anything else is part of the tag, or matters only while it is built. */
const triggers = ["registryId", "repository", "tag"] as const;

/**
 * Builds images in the registry that holds them. Runs in the provider's own process, with the environment of `pulumi`: that is where
 * the credentials come from. The engine's cancellation does not reach it (`cancel` of `@pulumi/pulumi` cmd/dynamic-provider is empty),
 * so an interrupted build goes on in Azure, and the next update takes it over.
 */
export const imageBuildProvider = {
  async diff(_id: string, olds: ImageBuildOutputs, news: ImageBuildInputs) {
    const changed = triggers.filter((name) => olds[name] !== news[name]);
    if (changed.length === 0) return { changes: false };
    const log = engineLog(news.resourceUrn, process.argv);
    log.info(describeChange(olds, news));
    await log.close();
    return { changes: true, replaces: changed.filter((name) => name === "repository") };
  },

  async create(inputs: ImageBuildInputs) {
    return { id: inputs.repository, outs: await build(inputs) };
  },

  async update(_id: string, _olds: ImageBuildOutputs, news: ImageBuildInputs) {
    return { outs: await build(news) };
  },

  async read(id: string, props?: ImageBuildOutputs) {
    return { id, props };
  },
};

/** Loaded when there is something to build: Azure's clients take half a second, which each preview would wait for. */
function build(inputs: ImageBuildInputs): Promise<ImageBuildOutputs> {
  // Not by import(), which finds no TypeScript where only tsx/cjs is loaded.
  const { buildAgentImage } = createRequire(__filename)("./buildAgentImage.ts") as typeof builder;
  return buildAgentImage(inputs);
}
