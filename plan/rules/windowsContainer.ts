import { isWindows } from "../windowsVersions";
import { everyGeneration, type Rule } from "./rule";

/** Keys that mean something in Windows containers only. */
const windowsOnly = [
  ["log-monitor-on-linux", "logMonitor", "LogMonitor collects event logs and ETW, which Linux has not."],
  ["gmsa-on-linux", "gmsa", "Group managed service accounts exist in Windows containers only."],
] as const;

export const windowsContainerRules: readonly Rule[] = windowsOnly.map(([code, key, message]): Rule => ({
  code,
  severity: "refusal",
  check: (input) =>
    everyGeneration(input, ({ os, agentClass, paths }) => {
      const set = agentClass[key] !== undefined && agentClass[key] !== false;
      if (!set || isWindows(os)) return [];
      return [
        {
          path: `${paths.agentClass}.${key}`,
          related: [paths.os],
          message,
          remedy: "Remove the key, or set it on a Windows class.",
        },
      ];
    }),
}));
