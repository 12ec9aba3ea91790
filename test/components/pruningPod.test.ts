import assert from "node:assert/strict";
import { pruningPod, type PruningPodArgs } from "../../components/pruningPod";
import { at } from "../support/propertyValues";
import { deploymentPlan, windowsPlan } from "./deploymentPlan";

function podOf(changes: Partial<PruningPodArgs> = {}): unknown {
  return pruningPod({
    plan: { agentNamePrefix: "linux-", suspended: false, resources: { cpu: "100m", memoryMiB: 128 } },
    deployment: deploymentPlan(),
    image: "registry.example/agents/linux:1.2.3",
    orgServiceUrl: "https://dev.azure.com/contoso",
    agentPoolName: "fleet-linux",
    serviceAccountName: "agent",
    credentials: { kind: "workloadIdentity", clientId: "client", tenantId: "tenant" },
    labels: { app: "pruning" },
    ...changes,
  });
}

describe("pruningPod", () => {
  const linux = podOf();
  const windows = podOf({ deployment: windowsPlan({ gmsaCredentialSpecName: "agents-win22", logMonitor: true }) });

  it("prunes once, with the class's own image and credential", () => {
    assert.deepEqual(at(linux, "spec.containers.0.command"), ["/azp/node/bin/node", "/azp/supervisor.js", "prune"]);
    assert.equal(at(linux, "spec.restartPolicy"), "Never");
    assert.equal(at(linux, "spec.serviceAccountName"), "agent");
    assert.equal(at(linux, "spec.volumes.0.projected.sources.0.serviceAccountToken.path"), "azure-identity-token");
  });

  it("tells pool, fleet, prefix and namespace, by which it knows which agents are its own", () => {
    const env = at(linux, "spec.containers.0.env");
    assert.ok(Array.isArray(env));
    const named = (name: string) => env.find((variable: unknown) => at(variable, "name") === name) as unknown;
    assert.equal(at(named("AZP_POOL"), "value"), "fleet-linux");
    assert.equal(at(named("AZP_FLEET"), "value"), "aks-agents/test");
    assert.equal(at(named("AZP_AGENT_PREFIX"), "value"), "linux-");
    assert.equal(at(named("AZP_POD_NAMESPACE"), "valueFrom.fieldRef.fieldPath"), "metadata.namespace");
  });

  it("alone has a token for the cluster's API, to list pods", () => {
    assert.equal(at(linux, "spec.automountServiceAccountToken"), true);
  });

  it("runs where the agents of its class run", () => {
    const plan = windowsPlan();
    assert.equal(at(windows, "spec.os.name"), "windows");
    assert.equal(at(windows, "spec.runtimeClassName"), "windows-2022");
    assert.deepEqual(at(windows, "spec.nodeSelector"), plan.nodeSelector);
    assert.deepEqual(at(windows, "spec.tolerations"), plan.tolerations);
  });

  it("keeps to the Pod Security Standard of its namespace", () => {
    assert.equal(at(linux, "spec.securityContext.runAsNonRoot"), true);
    assert.equal(at(linux, "spec.securityContext.seccompProfile.type"), "RuntimeDefault");
    assert.deepEqual(at(linux, "spec.containers.0.securityContext"), {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ["ALL"] },
    });
    assert.equal(at(windows, "spec.containers.0.securityContext"), undefined);
  });

  it("is no member of the domain, and needs no LogMonitor", () => {
    assert.deepEqual(at(windows, "spec.securityContext"), {
      windowsOptions: { runAsUserName: "ContainerAdministrator" },
    });
    assert.equal(at(windows, "spec.containers.0.command.0"), "C:\\azp\\node\\node.exe");
  });
});
