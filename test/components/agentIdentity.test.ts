import assert from "node:assert/strict";
import { Provider as KubernetesProvider } from "@pulumi/kubernetes/provider";
import { AgentIdentity } from "../../components/AgentIdentity";
import { reveal, SecretValue } from "../support/propertyValues";
import { runResources } from "../support/runProgram";
import { deploymentPlan } from "./deploymentPlan";

function identityWith(agentToken: string | undefined) {
  return runResources({ stack: "component" }, () => {
    const provider = new KubernetesProvider("kubernetes", { kubeconfig: "{}" });
    const identity = new AgentIdentity(
      "linux-identity",
      {
        plan: {
          name: "linux",
          agentPool: { name: "fleet-linux", existing: false, pipelines: [] },
          namespace: "agents-linux",
          serviceAccountName: "agent",
          pruning: {
            agentNamePrefix: "linux-",
            suspended: false,
            resources: { cpu: "100m", memoryMiB: 128 },
          },
          deployments: [deploymentPlan()],
        },
        azureDevOps: {
          orgServiceUrl: "https://dev.azure.com/contoso",
          project: "fleet",
          authentication: "personalAccessToken",
        },
        resourceGroupName: "group",
        location: "westeurope",
        tags: {},
        oidcIssuerUrl: "https://oidc.example/",
        agentPoolId: "1",
        ...(agentToken !== undefined && { agentToken }),
      },
      { inCluster: { provider }, memberAfter: provider },
    );
    return { namespace: identity.namespace };
  });
}

describe("AgentIdentity", () => {
  it("makes a token secret that was handed over in clear", async () => {
    const { registrations } = await identityWith("clear-token");
    const data = registrations.find(({ name }) => name === "linux-identity-token")?.inputs["stringData"];
    assert.ok(data instanceof SecretValue);
    assert.deepEqual(reveal(data), { token: "clear-token" });
  });

  it("tells in one sentence that the token is missing", async () => {
    const { error } = await identityWith(undefined);
    assert.deepEqual(error, {
      isRunError: true,
      message: "authentication is personalAccessToken, but there is no agentToken.",
    });
  });
});
