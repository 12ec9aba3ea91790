/** The agent that is stood in for: the newest tag of its major version (microsoft/azure-pipelines-agent, August 2026). */
export const agentVersion = "5.278.0";
