import type { Clouds } from "./clouds";
import type { Configuration, TestStack } from "./testStack";

const day = 24 * 3600 * 1000;

/** Settings of a stack whose agents register with a personal access token. */
export const withPersonalAccessToken: Configuration = {
  "aks-agents:azureDevOps": {
    project: "fleet",
    authentication: "personalAccessToken",
    personalAccessTokenExpires: new Date(Date.now() + 90 * day).toISOString().slice(0, 10),
  },
};

/** Has the emulator make a token that may manage agent pools, and no more. */
export async function issuePersonalAccessToken(clouds: Clouds): Promise<string> {
  const response = await fetch(`${clouds.server.azureDevOpsUrl}/_sandbox/organizations/contoso/personalAccessTokens`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ displayName: "agents", scopes: ["vso.agentpools_manage"] }),
  });
  const { token } = (await response.json()) as { token: string };
  return token;
}

export async function setAgentToken(stack: TestStack, token: string): Promise<void> {
  await stack.run("config", "set", "--secret", "aks-agents:agentToken", token);
}
