import type { PlanContext } from "./planContext";
import type { Settings } from "./settings";

/** Names that follow from project and stack. */
export interface FleetNames {
  readonly resourceGroup: string;
  readonly cluster: string;
  readonly dnsPrefix: string;
  readonly nodeResourceGroup: string;
  readonly agentPoolPrefix: string;
  readonly pipelineConnection: string;
}

export const systemPoolName = "system";

/** Blob container of the build contexts. */
export const contextContainerName = "contexts";

export function namesOf(settings: Settings, { project, stack }: PlanContext): FleetNames {
  const base = `${project}-${stack}`;
  return {
    resourceGroup: base,
    // Stack names may hold dots, cluster names may not.
    cluster: base.replaceAll(".", "-"),
    dnsPrefix: base.replaceAll(/[._]/g, "-").toLowerCase(),
    nodeResourceGroup: settings.cluster.nodeResourceGroup ?? `${base}-nodes`,
    agentPoolPrefix: settings.azureDevOps.agentPoolPrefix ?? base,
    pipelineConnection: `${base}-builds`,
  };
}

export function nodePoolName(className: string, generation: string): string {
  return `${className}${generation}`;
}

export function namespaceName(className: string): string {
  return `agents-${className}`;
}
