import type { AgentImage } from "../agentImage";
import { agentContent, agentLabel, type Cloud } from "./agentContent";
import type { BaseContent, BaseContents, ImageFacts } from "./baseContent";

interface Known {
  readonly fits: (image: ImageFacts) => boolean;
  readonly content: BaseContent;
}

/**
 * The bases that the sandbox has something to run for. The first that fits counts.
 * @param cloud Absent: what runs in agent images does not reach the emulated cloud by itself.
 */
export function baseContents(agent: AgentImage, cloud?: () => Promise<Cloud>): BaseContents {
  const known: readonly Known[] = [
    { fits: ({ config }) => config.Labels?.[agentLabel] !== undefined, content: agentContent(agent, cloud) },
  ];
  return (image) => known.find(({ fits }) => fits(image))?.content;
}
