/** Where the images keep what a pod calls by absolute path: no PATH, no shell, no quoting. */
export const agentPaths = {
  Linux: { node: "/azp/node/bin/node", supervisor: "/azp/supervisor.js" },
  Windows: { node: "C:\\azp\\node\\node.exe", supervisor: "C:\\azp\\supervisor.js" },
} as const;
