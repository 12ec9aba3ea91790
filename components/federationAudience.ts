/** Audience that Entra expects of a federated token (azure-aks-docs workload-identity-overview.md). */
export const federationAudience = "api://AzureADTokenExchange";
