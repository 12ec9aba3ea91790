import assert from "node:assert/strict";
import type { AgentCredentials } from "../../components/agentConnection";
import { agentPod, type AgentPodArgs } from "../../components/agentPod";
import { at } from "../support/propertyValues";
import { deploymentPlan } from "./deploymentPlan";

export const federated: AgentCredentials = { kind: "workloadIdentity", clientId: "client", tenantId: "tenant" };
export const token: AgentCredentials = { kind: "personalAccessToken", secretName: "win22-token-1a2b" };

/** Pod of a Linux agent with a workload identity, with what a test is about replaced. */
export function podOf(changes: Partial<AgentPodArgs> = {}): unknown {
  return agentPod({
    plan: deploymentPlan(),
    image: "registry.example/agents/linux:1.2.3",
    registryId: "/subscriptions/1/resourceGroups/fleet/providers/Microsoft.ContainerRegistry/registries/contoso",
    orgServiceUrl: "https://dev.azure.com/contoso",
    agentPoolName: "fleet-linux",
    serviceAccountName: "agent",
    credentials: federated,
    labels: { app: "agent" },
    ...changes,
  });
}

/** Values of the agent container's variables by name; undefined where a value comes from elsewhere. */
export function variables(pod: unknown): Record<string, unknown> {
  const env = at(pod, "spec.containers.0.env");
  assert.ok(Array.isArray(env));
  return Object.fromEntries(
    env.map((variable: unknown): [string, unknown] => [String(at(variable, "name")), at(variable, "value")]),
  );
}
