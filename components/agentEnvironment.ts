import type * as pulumi from "@pulumi/pulumi";
import type { core } from "@pulumi/kubernetes/types/input";
import { federatedTokenFile, personalAccessTokenFile } from "./agentCredentials";
import type { AgentCredentials, AgentPodArgs } from "./agentPod";

/**
 * What the supervisor in the image reads. Holds no secret: jobs inherit the environment, and every variable would become a
 * capability of the agent, which is what `VSO_AGENT_IGNORE` prevents.
 */
export function agentEnvironment(args: AgentPodArgs): core.v1.EnvVar[] {
  const { plan } = args;
  const variables: Record<string, pulumi.Input<string>> = {
    AZP_URL: args.orgServiceUrl,
    AZP_POOL: args.agentPoolName,
    AZP_JOB_TIMEOUT_MINUTES: String(plan.jobTimeoutMinutes),
    AZP_DRAIN_TIMEOUT_MINUTES: String(plan.drainTimeoutMinutes),
    AZP_DEBUG_HOLD_MINUTES: String(plan.debugHoldMinutes),
    AZP_CAPABILITIES: JSON.stringify(plan.capabilities),
    ...credentialVariables(args.credentials),
  };
  const ignored = ["AZP_AGENT_NAME", ...Object.keys(variables), "VSO_AGENT_IGNORE"];
  return [
    // The pod's name, whole: a Windows computer name is cut to 15 characters (azure-devops-docs#12215).
    { name: "AZP_AGENT_NAME", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
    ...Object.entries(variables).map(([name, value]) => ({ name, value })),
    { name: "VSO_AGENT_IGNORE", value: ignored.join(",") },
  ];
}

/** The names are those of Azure's own client libraries. */
function credentialVariables(credentials: AgentCredentials): Record<string, pulumi.Input<string>> {
  return credentials.kind === "workloadIdentity"
    ? {
        AZURE_CLIENT_ID: credentials.clientId,
        AZURE_TENANT_ID: credentials.tenantId,
        AZURE_FEDERATED_TOKEN_FILE: federatedTokenFile,
        AZURE_AUTHORITY_HOST: "https://login.microsoftonline.com/",
      }
    : { AZP_TOKEN_FILE: personalAccessTokenFile };
}
