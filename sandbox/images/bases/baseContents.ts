import type { AgentImage } from "../agentImage";
import { agentContent, agentLabel, type Cloud } from "./agentContent";
import type { BaseContents } from "./baseContent";
import { webContent } from "./webContent";

/**
 * The bases that the sandbox has something to run for. The first that fits counts.
 * @param cloud Absent: what runs in agent images does not reach the emulated cloud by itself.
 */
export function baseContents(agent: AgentImage, cloud?: () => Promise<Cloud>): BaseContents {
  const ofAgents = agentContent(agent, cloud);
  const known: readonly BaseContents[] = [
    ({ config }) => (config.Labels?.[agentLabel] === undefined ? undefined : ofAgents),
    webContent,
  ];
  return (image) => known.map((find) => find(image)).find((content) => content !== undefined);
}
