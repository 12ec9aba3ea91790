import assert from "node:assert/strict";
import type { AgentCredentials } from "../../components/agentConnection";
import { agentPod, type AgentPodArgs } from "../../components/agentPod";
import { at, isRecord } from "../support/propertyValues";
import { deploymentPlan, windowsPlan } from "./deploymentPlan";

const federated: AgentCredentials = { kind: "workloadIdentity", clientId: "client", tenantId: "tenant" };
const token: AgentCredentials = { kind: "personalAccessToken", secretName: "win22-token-1a2b" };

function podOf(changes: Partial<AgentPodArgs> = {}): unknown {
  return agentPod({
    plan: deploymentPlan(),
    image: "registry.example/agents/linux:1.2.3",
    orgServiceUrl: "https://dev.azure.com/contoso",
    agentPoolName: "fleet-linux",
    serviceAccountName: "agent",
    credentials: federated,
    labels: { app: "agent" },
    ...changes,
  });
}

function variables(pod: unknown): Record<string, unknown> {
  const env = at(pod, "spec.containers.0.env");
  assert.ok(Array.isArray(env));
  return Object.fromEntries(
    env.map((variable: unknown): [string, unknown] => [String(at(variable, "name")), at(variable, "value")]),
  );
}

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

  it("tells the libraries of Azure where identity and token are", () => {
    const { AZURE_CLIENT_ID, AZURE_TENANT_ID, AZURE_FEDERATED_TOKEN_FILE, AZURE_AUTHORITY_HOST } = variables(linux);
    assert.deepEqual([AZURE_CLIENT_ID, AZURE_TENANT_ID], ["client", "tenant"]);
    assert.equal(AZURE_FEDERATED_TOKEN_FILE, "/var/run/secrets/azure/tokens/azure-identity-token");
    assert.equal(AZURE_AUTHORITY_HOST, "https://login.microsoftonline.com/");
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

  it("publishes none of its variables as a capability of the agent", () => {
    const plan = deploymentPlan({
      debugHoldMinutes: 5,
      proxy: { url: "http://proxy.example:3128", noProxy: [".svc"] },
    });
    const caBundle = { configMapName: "ca-1a2b", key: "ca.crt" };
    for (const credentials of [federated, token]) {
      const { VSO_AGENT_IGNORE, ...others } = variables(podOf({ plan, credentials, caBundle }));
      const ignored = String(VSO_AGENT_IGNORE).split(",");
      // What a container of any pod has on a cluster whose API server listens on port 443.
      const ofKubernetes = ignored.filter((name) => name.startsWith("KUBERNETES_"));
      assert.deepEqual(
        ignored.filter((name) => !name.startsWith("KUBERNETES_")),
        [...Object.keys(others), "VSO_AGENT_IGNORE"],
      );
      assert.ok(
        ["KUBERNETES_SERVICE_HOST", "KUBERNETES_PORT_443_TCP_ADDR"].every((name) => ofKubernetes.includes(name)),
      );
      for (const name of ["http_proxy", "HTTPS_PROXY", "NODE_USE_ENV_PROXY", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"]) {
        assert.ok(name in others, name);
      }
    }
  });

  it("hands fleet, capabilities and the drain limit to the supervisor", () => {
    const plan = deploymentPlan({ capabilities: { "my tool": "1,2=3" } });
    const { AZP_CAPABILITIES, AZP_DRAIN_TIMEOUT_MINUTES, AZP_FLEET, ...others } = variables(podOf({ plan }));
    assert.deepEqual(JSON.parse(String(AZP_CAPABILITIES)), { "my tool": "1,2=3" });
    assert.deepEqual([AZP_DRAIN_TIMEOUT_MINUTES, AZP_FLEET], ["45", "aks-agents/test"]);
    assert.equal("AGENT_DEBUG_HOLD" in others, false);
  });

  it("holds the container for a look inside when asked to", () => {
    const held = variables(podOf({ plan: deploymentPlan({ debugHoldMinutes: 30 }) }));
    assert.equal(held["AGENT_DEBUG_HOLD"], "30");
  });

  describe("behind a proxy", () => {
    const proxy = { url: "http://proxy.example:3128", noProxy: [".svc", "10.0.0.1"] };

    it("tells the agent, Node and tools on Linux, each by the names that they read", () => {
      const env = variables(podOf({ plan: deploymentPlan({ proxy }) }));
      for (const name of ["AZP_PROXY_URL", "http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"]) {
        assert.equal(env[name], "http://proxy.example:3128", name);
      }
      assert.deepEqual([env["no_proxy"], env["NO_PROXY"]], [".svc,10.0.0.1", ".svc,10.0.0.1"]);
      assert.equal(env["NODE_USE_ENV_PROXY"], "1");
    });

    it("sets no variable twice on Windows, which does not tell cases apart", () => {
      const names = Object.keys(variables(podOf({ plan: windowsPlan({ proxy }) }))).map((name) => name.toLowerCase());
      assert.equal(new Set(names).size, names.length);
      assert.ok(names.includes("http_proxy") && names.includes("https_proxy") && names.includes("no_proxy"));
    });

    it("sets nothing without one", () => {
      assert.deepEqual(
        Object.keys(variables(linux)).filter((name) => /proxy/i.test(name)),
        [],
      );
    });
  });

  describe("with certificate authorities of its own", () => {
    const caBundle = { configMapName: "ca-1a2b", key: "root.pem" };
    const file = "/var/run/secrets/certificate-authorities/ca.crt";

    it("mounts them read-only, under one name whatever their key is", () => {
      const pod = podOf({ caBundle });
      assert.deepEqual(at(pod, "spec.volumes.1"), {
        name: "certificate-authorities",
        configMap: { name: "ca-1a2b", items: [{ key: "root.pem", path: "ca.crt" }] },
      });
      assert.deepEqual(at(pod, "spec.containers.0.volumeMounts.1"), {
        name: "certificate-authorities",
        mountPath: "/var/run/secrets/certificate-authorities",
        readOnly: true,
      });
    });

    it("are trusted from the first process on: supervisor, Node, and on Linux OpenSSL and .NET", () => {
      const env = variables(podOf({ caBundle }));
      assert.deepEqual(
        [env["AZP_CA_BUNDLE"], env["NODE_EXTRA_CA_CERTS"], env["SSL_CERT_FILE"], env["SSL_CERT_DIR"]],
        [file, file, file, undefined],
      );
      const windowsEnv = variables(podOf({ caBundle, plan: windowsPlan() }));
      assert.deepEqual(
        [windowsEnv["AZP_CA_BUNDLE"], windowsEnv["NODE_EXTRA_CA_CERTS"], windowsEnv["SSL_CERT_FILE"]],
        [file, file, undefined],
      );
    });
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
