import assert from "node:assert/strict";
import { readSettings } from "../../../../images/supervisor/readSettings";
import type { Settings } from "../../../../images/supervisor/settings";
import { SupervisorError } from "../../../../images/supervisor/supervisorError";

/** The variables of a workload identity. */
export const identity = {
  AZURE_CLIENT_ID: "11111111-1111-1111-1111-111111111111",
  AZURE_TENANT_ID: "22222222-2222-2222-2222-222222222222",
  AZURE_FEDERATED_TOKEN_FILE: "/var/run/secrets/azure/tokens/azure-identity-token",
};
/** Variables without which there are no settings. */
export const least = { AZP_URL: "https://dev.azure.com/contoso", AZP_POOL: "win22", ...identity };

export function read(env: Record<string, string>): Settings {
  return readSettings(env, "pod-1", "/azp/supervisor.js");
}

/** What is wrong with an environment, one text for each problem; empty when nothing is. */
export function problemsOf(env: Record<string, string>): string[] {
  try {
    read(env);
  } catch (error) {
    assert.ok(error instanceof SupervisorError);
    assert.equal(error.reason, "configuration");
    return error.message
      .split("\n")
      .slice(1)
      .map((line) => line.trim());
  }
  return [];
}

export function onlyProblem(env: Record<string, string>): string {
  const problems = problemsOf(env);
  assert.equal(problems.length, 1, problems.join("\n"));
  return problems[0] ?? "";
}
