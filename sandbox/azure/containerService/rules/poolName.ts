import { badRequest } from "../../errors";

/** Source: aks-docs create-node-pools.md 2026-07-13; managedClusters.json, agentPoolName. */
export function checkPoolName(name: string, osType: string): void {
  if (!/^[a-z][a-z0-9]{0,11}$/.test(name)) {
    throw badRequest(
      "InvalidParameter",
      `The value of parameter agentPoolProfile.name is invalid. Error details: agent pool name '${name}' must start with a lowercase letter, have max length of 12, and only have characters a-z0-9.`,
      "agentPoolProfile.name",
    );
  }
  if (osType === "Windows" && name.length > 6) {
    throw badRequest(
      "WindowsAgentPoolNameTooLong",
      `Windows agent pool name can not be longer than 6 characters: '${name}'.`,
      "agentPoolProfile.name",
    );
  }
}
