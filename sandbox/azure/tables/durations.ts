/**
 * Seconds that Azure takes for a piece of work, at duration factor 1.
 * Assumptions, in the order of magnitude of what deployments report; no page of Microsoft's gives figures.
 */
export const durations = {
  resourceGroup: { delete: 30 },
  managedCluster: { create: 300, update: 90, delete: 240 },
  agentPool: { create: 240, update: 60, delete: 180 },
  registry: { create: 20, update: 5, delete: 10 },
  imageBuild: { windows: 480, linux: 120 },
  storageAccount: { create: 25, update: 3 },
  virtualNetwork: { create: 5, update: 3, delete: 10 },
  subnet: { create: 4, update: 4, delete: 10 },
} as const;
