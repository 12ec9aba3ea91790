import assert from "node:assert/strict";
import { at, isRecord } from "../support/propertyValues";
import { deploymentPlan, windowsPlan } from "./deploymentPlan";
import { federated, podOf, token, variables } from "./podOf";

/** Every key anywhere in a value. */
function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) {
    return value.flatMap(keysIn);
  }
  return isRecord(value) ? Object.entries(value).flatMap(([key, entry]) => [key, ...keysIn(entry)]) : [];
}

/** Paths of empty objects, lists and undefined values. */
function emptyIn(value: unknown, path = "pod"): string[] {
  if (Array.isArray(value)) {
    return value.length === 0 ? [path] : value.flatMap((entry, index) => emptyIn(entry, `${path}.${index}`));
  }
  if (isRecord(value)) {
    const entries = Object.entries(value);
    return entries.length === 0 ? [path] : entries.flatMap(([key, entry]) => emptyIn(entry, `${path}.${key}`));
  }
  return value === undefined || value === null ? [path] : [];
}

describe("agentPod", () => {
  const linux = podOf();
  const windows = podOf({ plan: windowsPlan() });

  it("names the operating system", () => {
    assert.equal(at(linux, "spec.os.name"), "linux");
    assert.equal(at(windows, "spec.os.name"), "windows");
  });

  it("F21: a Windows pod has no other security field than the Windows user", () => {
    const forbidden = [
      "runAsUser",
      "runAsGroup",
      "runAsNonRoot",
      "fsGroup",
      "seccompProfile",
      "allowPrivilegeEscalation",
      "readOnlyRootFilesystem",
      "capabilities",
      "privileged",
      "shareProcessNamespace",
    ];
    assert.deepEqual(
      keysIn(windows).filter((key) => forbidden.includes(key)),
      [],
    );
    assert.deepEqual(at(windows, "spec.securityContext"), {
      windowsOptions: { runAsUserName: "ContainerAdministrator" },
    });
  });

  it("a Linux pod satisfies the restricted Pod Security Standard", () => {
    assert.equal(at(linux, "spec.securityContext.runAsNonRoot"), true);
    assert.equal(at(linux, "spec.securityContext.seccompProfile.type"), "RuntimeDefault");
    assert.equal(at(linux, "spec.containers.0.securityContext.allowPrivilegeEscalation"), false);
    assert.deepEqual(at(linux, "spec.containers.0.securityContext.capabilities"), { drop: ["ALL"] });
  });

  it("F16, F18, F19: the pod itself carries selector, tolerations and RuntimeClass of its plan", () => {
    const plan = windowsPlan();
    assert.deepEqual(at(windows, "spec.nodeSelector"), plan.nodeSelector);
    assert.deepEqual(at(windows, "spec.tolerations"), plan.tolerations);
    assert.equal(at(windows, "spec.runtimeClassName"), "windows-2022");
    assert.equal(at(linux, "spec.runtimeClassName"), undefined);
  });

  it("F38: the annotation against eviction stands on the pod, as text", () => {
    assert.deepEqual(at(linux, "metadata.annotations"), { "cluster-autoscaler.kubernetes.io/safe-to-evict": "false" });
  });

  it("F06: the agent's name is the pod's name", () => {
    assert.deepEqual(at(windows, "spec.containers.0.env.0"), {
      name: "AZP_AGENT_NAME",
      valueFrom: { fieldRef: { fieldPath: "metadata.name" } },
    });
  });

  it("F37: drains before it stops, by an argument array with absolute paths", () => {
    assert.deepEqual(at(linux, "spec.containers.0.lifecycle.preStop.exec.command"), [
      "/azp/node/bin/node",
      "/azp/supervisor.js",
      "drain",
    ]);
    assert.deepEqual(at(windows, "spec.containers.0.lifecycle.preStop.exec.command"), [
      "C:\\azp\\node\\node.exe",
      "C:\\azp\\supervisor.js",
      "drain",
    ]);
    assert.equal(at(windows, "spec.terminationGracePeriodSeconds"), 3030);
  });

  it("has no liveness probe, which would end jobs", () => {
    assert.equal(at(linux, "spec.containers.0.livenessProbe"), undefined);
    assert.equal(at(linux, "spec.containers.0.readinessProbe.exec.command.2"), "health");
  });

  it("keeps service variables and the cluster's API away from jobs", () => {
    assert.equal(at(linux, "spec.enableServiceLinks"), false);
    assert.equal(at(linux, "spec.automountServiceAccountToken"), false);
  });

  it("requests what it limits", () => {
    const amounts = { cpu: "1500m", memory: "3072Mi", "ephemeral-storage": "20Gi" };
    const pod = podOf({ plan: deploymentPlan({ ephemeralStorageGiB: 20 }) });
    assert.deepEqual(at(pod, "spec.containers.0.resources"), { requests: amounts, limits: amounts });
    assert.equal(at(linux, "spec.containers.0.resources.limits.ephemeral-storage"), undefined);
  });

  it("mounts a projected token for Entra, renewed every hour, and no webhook's label", () => {
    assert.deepEqual(at(linux, "spec.volumes"), [
      {
        name: "credential",
        projected: {
          sources: [
            {
              serviceAccountToken: {
                audience: "api://AzureADTokenExchange",
                expirationSeconds: 3600,
                path: "azure-identity-token",
              },
            },
          ],
        },
      },
    ]);
    assert.deepEqual(at(linux, "spec.containers.0.volumeMounts"), [
      { name: "credential", mountPath: "/var/run/secrets/azure/tokens", readOnly: true },
    ]);
    assert.deepEqual(at(linux, "metadata.labels"), { app: "agent" });
  });

  it("mounts a personal access token as a file and keeps it out of the environment", () => {
    const pod = podOf({ credentials: token });
    assert.deepEqual(at(pod, "spec.volumes.0"), {
      name: "credential",
      secret: { secretName: "win22-token-1a2b", items: [{ key: "token", path: "token" }] },
    });
    assert.equal(variables(pod)["AZP_TOKEN_FILE"], "/var/run/secrets/azure-devops/token");
    assert.deepEqual(
      Object.keys(variables(pod)).filter((name) => name.startsWith("AZURE_")),
      [],
    );
    assert.equal(keysIn(pod).includes("secretKeyRef"), false);
  });

  it("starts through LogMonitor when asked to, and then only", () => {
    const run = ["C:\\azp\\node\\node.exe", "C:\\azp\\supervisor.js", "run"];
    assert.deepEqual(at(windows, "spec.containers.0.command"), run);
    const monitored = podOf({ plan: windowsPlan({ logMonitor: true }) });
    assert.deepEqual(at(monitored, "spec.containers.0.command"), ["C:\\LogMonitor\\LogMonitor.exe", ...run]);
    assert.deepEqual(at(monitored, "spec.containers.0.lifecycle.preStop.exec.command.0"), run[0]);
  });

  it("under a group managed service account it runs as Local System, who alone stands for it", () => {
    const pod = podOf({ plan: windowsPlan({ gmsaCredentialSpecName: "agents-win22" }) });
    assert.deepEqual(at(pod, "spec.securityContext"), {
      windowsOptions: { runAsUserName: "NT AUTHORITY\\SYSTEM", gmsaCredentialSpecName: "agents-win22" },
    });
  });

  it("F91: every combination of optional values gives a whole pod", () => {
    for (const plan of [deploymentPlan(), windowsPlan(), deploymentPlan({ ephemeralStorageGiB: 1 })]) {
      for (const credentials of [federated, token]) {
        const pod = podOf({ plan, credentials });
        const mounts = at(pod, "spec.containers.0.volumeMounts");
        const volumes = at(pod, "spec.volumes");
        assert.ok(Array.isArray(mounts) && Array.isArray(volumes));
        assert.deepEqual(
          mounts.map((mount: unknown) => at(mount, "name")),
          volumes.map((volume: unknown) => at(volume, "name")),
        );
        assert.deepEqual(emptyIn(pod), []);
      }
    }
  });
});
