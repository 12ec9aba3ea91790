/** Bodies that Azure accepts, for tests that change one thing. */
export const systemPool = {
  name: "system",
  mode: "System",
  osType: "Linux",
  count: 1,
  vmSize: "Standard_D2s_v5",
};

export function clusterBody(properties: Record<string, unknown> = {}, rest: Record<string, unknown> = {}) {
  return {
    location: "westeurope",
    identity: { type: "SystemAssigned" },
    ...rest,
    properties: {
      kubernetesVersion: "1.35",
      dnsPrefix: "aks",
      agentPoolProfiles: [systemPool],
      windowsProfile: { adminUsername: "azureagent", adminPassword: "Correct-Horse-42" },
      networkProfile: { networkPlugin: "azure", networkPluginMode: "overlay" },
      ...properties,
    },
  };
}

export function poolBody(properties: Record<string, unknown> = {}) {
  return { properties: { mode: "User", osType: "Linux", count: 1, vmSize: "Standard_D2s_v5", ...properties } };
}

export function windowsPoolBody(properties: Record<string, unknown> = {}) {
  return poolBody({ osType: "Windows", osSKU: "Windows2022", vmSize: "Standard_D4s_v5", ...properties });
}
