import type { V1Node, V1RuntimeClass } from "@kubernetes/client-node";
import type { AgentOs } from "../../plan/fleetPlan";
import { UserError } from "../userError";
import { smokeSystems, smokeTarget, type SmokeTarget } from "./smokeTarget";

export interface ClusterFacts {
  readonly nodes: readonly V1Node[];
  readonly runtimeClasses: readonly V1RuntimeClass[];
}

/**
 * The versions to check: those that were asked for, else all that the cluster has nodes or a RuntimeClass for. A pool may have no node
 * yet: its RuntimeClass is there.
 * @throws UserError when there is nothing to check.
 */
export function chooseTargets(
  asked: readonly AgentOs[],
  { nodes, runtimeClasses }: ClusterFacts,
): readonly SmokeTarget[] {
  if (asked.length > 0) return [...new Set(asked)].map(smokeTarget);
  const found = smokeSystems
    .map(smokeTarget)
    .filter((target) => hasNodes(target, nodes) || hasClass(target, runtimeClasses));
  if (found.length === 0) {
    throw new UserError(
      "The cluster has neither nodes nor RuntimeClasses of an agent class. `pulumi up` makes them; " +
        `--os names versions to check all the same: ${smokeSystems.join(", ")}.`,
    );
  }
  return found;
}

function hasNodes({ nodeSelector }: SmokeTarget, nodes: readonly V1Node[]): boolean {
  return nodes.some(({ metadata }) =>
    Object.entries(nodeSelector).every(([key, value]) => metadata?.labels?.[key] === value),
  );
}

function hasClass({ windows }: SmokeTarget, runtimeClasses: readonly V1RuntimeClass[]): boolean {
  return runtimeClasses.some(({ metadata }) => metadata?.name === windows?.runtimeClassName);
}
