import type { AgentOs } from "./fleetPlan";
import { isWindows } from "./windowsVersions";

/** After the drain limit the job is cancelled and its processes are ended. */
const forcedStopSeconds = 120;
/** Then the agent is removed from the pool, with retries, because the service refuses while it still sees a job. */
const removalSeconds = 180;
const reserveSeconds = 30;

/** AKS waits for a node to drain between 5 minutes and 24 hours (azure-rest-api-specs containerservice 2025-09-01 `drainTimeoutInMinutes`). */
const shortestNodeDrainMinutes = 5;
export const longestNodeDrainMinutes = 1440;

/** Longest drain of an agent, so that its grace period still fits into the longest drain of a node. */
export const longestAgentDrainMinutes = Math.floor(
  (longestNodeDrainMinutes * 60 - forcedStopSeconds - removalSeconds - reserveSeconds) / 60,
);

/** A new node plus the first pull of a Windows image take up to 30 minutes (pulumi-kubernetes#712, hashicorp/terraform-provider-kubernetes#571). */
const startSeconds = { windows: 1800, linux: 900 } as const;
const waitReserveMinutes = 10;

export interface AgentTiming {
  readonly drainTimeoutMinutes: number;
  readonly terminationGracePeriodSeconds: number;
  readonly progressDeadlineSeconds: number;
  readonly createTimeoutMinutes: number;
  readonly deleteTimeoutMinutes: number;
  readonly nodeDrainTimeoutMinutes: number;
}

/** What the time limits of a generation follow from. */
export interface TimingSubject {
  readonly os: AgentOs;
  readonly jobTimeoutMinutes: number;
  readonly drainTimeoutMinutes?: number;
  /** Whether the nodes surely hold the agents that leave and those that come at the same time. */
  readonly roomForTwo: boolean;
}

/** Every time limit that follows from how long a job may take and how long a drain may last. */
export function timingOf({ os, jobTimeoutMinutes, roomForTwo, ...agent }: TimingSubject): AgentTiming {
  const drainTimeoutMinutes = agent.drainTimeoutMinutes ?? Math.min(jobTimeoutMinutes, longestAgentDrainMinutes);
  const grace = drainTimeoutMinutes * 60 + forcedStopSeconds + removalSeconds + reserveSeconds;
  // Where the nodes are full, a new agent waits for the room of one that still drains, and the rollout stands still for as long.
  const progressDeadlineSeconds = startSeconds[isWindows(os) ? "windows" : "linux"] + (roomForTwo ? 0 : grace);
  return {
    drainTimeoutMinutes,
    terminationGracePeriodSeconds: grace,
    progressDeadlineSeconds,
    createTimeoutMinutes: Math.ceil(Math.max(progressDeadlineSeconds, grace) / 60) + waitReserveMinutes,
    deleteTimeoutMinutes: Math.ceil(grace / 60) + waitReserveMinutes,
    nodeDrainTimeoutMinutes: Math.max(shortestNodeDrainMinutes, Math.ceil(grace / 60)),
  };
}
