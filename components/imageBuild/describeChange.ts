import type { ImageBuildInputs } from "./imageBuildInputs";

/** What a preview says of an image that will be built again: what has moved, and which agents restart. */
export function describeChange(olds: ImageBuildInputs, news: ImageBuildInputs): string {
  const causes = [
    olds.registryId !== news.registryId && "the registry is another one",
    olds.baseImage !== news.baseImage && `its base moves from ${olds.baseImage} to ${shown(news.baseImage)}`,
    olds.agentVersion !== news.agentVersion && `the agent goes from ${olds.agentVersion} to ${news.agentVersion}`,
    ...changedArguments(olds, news),
    olds.contextHash !== news.contextHash && `files below ${news.contextFolder}/ have changed`,
  ].filter((cause) => cause !== false);
  const why = causes.length === 0 ? "" : `: ${causes.join("; ")}`;
  return `The image ${news.repository} is built again${why}. ${restarting(news.usedBy)}`;
}

/** The engine's word for what is not known yet (pulumi sdk/nodejs/runtime/rpc.ts, unknownValue). */
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

function shown(reference: string): string {
  return reference === unknown ? "the image that is built now" : reference;
}

function changedArguments(olds: ImageBuildInputs, news: ImageBuildInputs): readonly string[] {
  const names = new Set([...Object.keys(olds.buildArguments), ...Object.keys(news.buildArguments)]);
  const changed = [...names]
    .filter((name) => name !== "AGENT_VERSION" && olds.buildArguments[name] !== news.buildArguments[name])
    .sort();
  return changed.length === 0 ? [] : [`other build arguments: ${changed.join(", ")}`];
}

function restarting(usedBy: readonly string[]): string {
  return usedBy.length === 0
    ? "No agent uses it."
    : `Then the agents of ${usedBy.join(", ")} restart one after the other, each when its job is done.`;
}
