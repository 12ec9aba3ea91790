import { longestAgentDrainMinutes, longestNodeDrainMinutes } from "../timing";
import { everyClass, type Rule } from "./rule";

export const timingRules: readonly Rule[] = [
  {
    // F81: a node that does not drain in time stops the upgrade of its pool.
    code: "drain-too-long",
    severity: "refusal",
    check: (input) =>
      everyClass(input, ({ drainTimeoutMinutes }, path) => {
        if (drainTimeoutMinutes === undefined || drainTimeoutMinutes <= longestAgentDrainMinutes) return [];
        return [
          {
            path: `${path}.drainTimeoutMinutes`,
            message: `AKS waits at most ${longestNodeDrainMinutes} minutes for a node to drain, and an agent needs some beside its job to stop and to leave the pool.`,
            remedy: `Use ${longestAgentDrainMinutes} or less.`,
          },
        ];
      }),
  },
  {
    // F09, F37
    code: "drain-shorter-than-job",
    severity: "warning",
    check: (input) =>
      everyClass(input, ({ jobTimeoutMinutes, drainTimeoutMinutes }, path) => {
        const drain = drainTimeoutMinutes ?? longestAgentDrainMinutes;
        if (drain >= jobTimeoutMinutes) return [];
        const given = drainTimeoutMinutes !== undefined;
        return [
          {
            path: given ? `${path}.drainTimeoutMinutes` : `${path}.jobTimeoutMinutes`,
            related: [`${path}.jobTimeoutMinutes`],
            message: `A job may take ${jobTimeoutMinutes} minutes, but an agent that shall go away is stopped after ${drain}: rollouts and node upgrades would break jobs off.`,
            remedy: given
              ? `Use ${Math.min(jobTimeoutMinutes, longestAgentDrainMinutes)} or more, or leave it out.`
              : "Split such jobs, or run them where no node is ever replaced.",
          },
        ];
      }),
  },
  {
    code: "debug-hold",
    severity: "warning",
    check: (input) =>
      everyClass(input, ({ debugHoldMinutes, name }, path) =>
        debugHoldMinutes > 0
          ? [
              {
                path: `${path}.debugHoldMinutes`,
                message: `The agents of ${name} are not started: their pods hold nodes for ${debugHoldMinutes} minutes at a time, take no job and are never ready, so the update waits for them until its deadline and then reports that they failed.`,
                remedy: "Use it for as long as you look, in a stack that nobody relies on.",
              },
            ]
          : [],
      ),
  },
];
