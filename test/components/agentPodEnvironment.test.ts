import assert from "node:assert/strict";
import { at } from "../support/propertyValues";
import { deploymentPlan, windowsPlan } from "./deploymentPlan";
import { federated, podOf, token, variables } from "./podOf";

describe("agentPod", () => {
  it("tells the libraries of Azure where identity and token are", () => {
    const { AZURE_CLIENT_ID, AZURE_TENANT_ID, AZURE_FEDERATED_TOKEN_FILE, AZURE_AUTHORITY_HOST } = variables(podOf());
    assert.deepEqual([AZURE_CLIENT_ID, AZURE_TENANT_ID], ["client", "tenant"]);
    assert.equal(AZURE_FEDERATED_TOKEN_FILE, "/var/run/secrets/azure/tokens/azure-identity-token");
    assert.equal(AZURE_AUTHORITY_HOST, "https://login.microsoftonline.com/");
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
        Object.keys(variables(podOf())).filter((name) => /proxy/i.test(name)),
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
});
