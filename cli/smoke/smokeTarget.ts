import type { AgentOs, Toleration } from "../../plan/fleetPlan";
import { guestPlacementOf } from "../../plan/placement";
import { timingOf } from "../../plan/timing";
import { isWindows, windowsVersions } from "../../plan/windowsVersions";

/** One operating system version that is checked, with everything that puts a pod on its nodes. */
export interface SmokeTarget {
  readonly os: AgentOs;
  readonly system: "windows" | "linux";
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly tolerations: readonly Toleration[];
  /** Of a Windows version: its RuntimeClass, and the build that its nodes have. */
  readonly windows?: { readonly runtimeClassName: string; readonly build: string; readonly imageTag: string };
  /** How long a first pod may take, a new node and the pull of its image included. */
  readonly startSeconds: number;
}

/** All versions that a fleet can have. */
export const smokeSystems: readonly AgentOs[] = ["windows2022", "windows2025", "linux"];

export function smokeTarget(os: AgentOs): SmokeTarget {
  const { nodeSelector, tolerations, runtimeClass } = guestPlacementOf(os);
  return {
    os,
    system: isWindows(os) ? "windows" : "linux",
    nodeSelector,
    tolerations,
    ...(isWindows(os) &&
      runtimeClass && {
        windows: {
          runtimeClassName: runtimeClass.name,
          build: windowsVersions[os].build,
          imageTag: windowsVersions[os].imageTag,
        },
      }),
    startSeconds: timingOf({ os, jobTimeoutMinutes: 0, roomForTwo: true }).progressDeadlineSeconds,
  };
}
