/** Where the images keep what a pod calls by absolute path: no PATH, no shell, no quoting. */
export const agentPaths = {
  Linux: { node: "/azp/node/bin/node", supervisor: "/azp/supervisor.js" },
  Windows: { node: "C:\\azp\\node\\node.exe", supervisor: "C:\\azp\\supervisor.js" },
} as const;

/** Command of the supervisor, as an argument array. */
export function supervisorCommand(
  osType: keyof typeof agentPaths,
  command: "run" | "drain" | "health" | "prune",
): string[] {
  const { node, supervisor } = agentPaths[osType];
  return [node, supervisor, command];
}

/** Where the Windows images keep LogMonitor, which starts what follows as its child. */
export const logMonitorPath = "C:\\LogMonitor\\LogMonitor.exe";
