import assert from "node:assert/strict";
import { at } from "../support/propertyValues";
import { runProgram } from "../support/runProgram";
import { configWith, graphOf, types, type Graph } from "./graph";
import { gmsaDomain } from "../support/gmsaDomain";

const vault =
  "/subscriptions/dddddddd-0000-0000-0000-000000000000/resourceGroups/domain/providers/Microsoft.KeyVault/vaults/contoso-domain";
const gmsa = {
  account: "agents",
  domain: gmsaDomain,
  keyVault: { id: vault, secretName: "reader" },
};
const windows = (changes: object) => ({ "aks-agents:agents": [{ name: "win22", os: "windows2022", ...changes }] });

// A certificate's frame: a DER sequence of one byte.
const pem = "-----BEGIN CERTIFICATE-----\nMAEA\n-----END CERTIFICATE-----\n";

describe("graph: certificate authorities of a class", () => {
  it("are a ConfigMap that is named anew with its content, so that agents roll", async () => {
    const graph = await graphOf({ stack: "dev", config: configWith("dev", windows({ caBundle: { pem } })) });
    const { inputs, name } = graph.only(types.configMap);
    assert.deepEqual([name, inputs["data"]], ["win22-ca-certificates", { "ca.crt": pem }]);
    assert.deepEqual([at(inputs, "metadata.name"), at(inputs, "metadata.namespace")], [undefined, "agents-win22"]);
    for (const name of ["win22-a-deployment", "win22-pruning-job"]) {
      assert.ok(graph.needs(graph.named(name)).has(graph.only(types.configMap)), name);
    }
  });

  it("can be in a ConfigMap that exists", async () => {
    const caBundle = { configMap: { name: "contoso-ca", key: "root.pem" } };
    const graph = await graphOf({ stack: "dev", config: configWith("dev", windows({ caBundle })) });
    assert.deepEqual(graph.ofType(types.configMap), []);
    assert.deepEqual(at(graph.named("win22-a-deployment").inputs, "spec.template.spec.volumes.1.configMap"), {
      name: "contoso-ca",
      items: [{ key: "root.pem", path: "ca.crt" }],
    });
  });
});

describe("graph: proxy of a class", () => {
  it("never stands between a container and its own cluster", async () => {
    const proxy = { url: "http://proxy.contoso.example:3128/", noProxy: [".contoso.example"] };
    const graph = await graphOf({
      stack: "dev",
      config: configWith("dev", {
        ...windows({ proxy }),
        "aks-agents:cluster": { network: { serviceCidr: "172.20.0.0/16" } },
      }),
    });
    const env = at(graph.named("win22-pruning-job").inputs, "spec.jobTemplate.spec.template.spec.containers.0.env");
    assert.ok(Array.isArray(env));
    const valueOf = (name: string) =>
      at(
        env.find((variable: unknown) => at(variable, "name") === name),
        "value",
      );
    assert.equal(valueOf("https_proxy"), "http://proxy.contoso.example:3128");
    const direct = String(valueOf("no_proxy")).split(",");
    // The API server has the first address of the services' range.
    for (const host of ["172.20.0.1", "172.20.0.0/16", ".svc", "169.254.169.254", "localhost", ".contoso.example"]) {
      assert.ok(direct.includes(host), host);
    }
  });
});

describe("graph: group managed service accounts", () => {
  let graph: Graph;
  before(async () => {
    graph = await graphOf({ stack: "dev", config: configWith("dev", windows({ gmsa })) });
  });

  it("are turned on with the cluster, and not touched on one that exists: that would replace it", async () => {
    const cluster = graph.only(types.managedCluster);
    assert.deepEqual(at(cluster.inputs, "windowsProfile.gmsaProfile"), {
      enabled: true,
      dnsServer: "",
      rootDomainName: "",
    });
    assert.ok(cluster.ignoreChanges.includes("windowsProfile.gmsaProfile"));
    const without = await graphOf({ stack: "dev" });
    assert.equal(at(without.only(types.managedCluster).inputs, "windowsProfile.gmsaProfile"), undefined);
    assert.ok(without.only(types.managedCluster).ignoreChanges.includes("windowsProfile.gmsaProfile"));
  });

  it("can be prepared before a class has one", async () => {
    const prepared = await graphOf({ stack: "dev", config: configWith("dev", { "aks-agents:cluster": { gmsa: {} } }) });
    assert.equal(at(prepared.only(types.managedCluster).inputs, "windowsProfile.gmsaProfile.enabled"), true);
    assert.deepEqual(prepared.ofType(types.credentialSpec), []);
  });

  it("on a cluster that was made without them are refused with the command that helps", async () => {
    const config = configWith("dev", windows({ gmsa }));
    const { error } = await runProgram({ stack: "old-fleet", config });
    assert.ok(error?.isRunError);
    assert.match(error.message, /az aks update --resource-group \S+ --name aks-agents-old-fleet --enable-windows-gmsa/);
  });

  it("the pod names its specification, which the class's service account alone may use", () => {
    const name = "agents-win22";
    const spec = graph.only(types.credentialSpec);
    assert.equal(at(spec.inputs, "metadata.name"), name);
    assert.equal(
      at(spec.inputs, "credspec.ActiveDirectoryConfig.HostAccountConfig.PluginInput"),
      "ObjectId=kubelet-object-id;SecretUri=https://contoso-domain.vault.azure.net/secrets/reader",
    );
    const deployment = graph.named("win22-a-deployment");
    assert.equal(
      at(deployment.inputs, "spec.template.spec.securityContext.windowsOptions.gmsaCredentialSpecName"),
      name,
    );
    assert.deepEqual(graph.only(types.clusterRole).inputs["rules"], [
      { apiGroups: ["windows.k8s.io"], resources: ["gmsacredentialspecs"], resourceNames: [name], verbs: ["use"] },
    ]);
    const binding = graph.named("win22-gmsa-binding");
    assert.deepEqual(binding.inputs["subjects"], [
      { kind: "ServiceAccount", name: "agent", namespace: "agents-win22" },
    ]);
    for (const needed of [spec, binding, graph.named("gmsa-contoso-domain-reader-role")]) {
      assert.ok(graph.needs(deployment).has(needed), needed.name);
    }
  });

  it("the nodes' identity may read that one secret, once for all classes that share it", async () => {
    const agents = ["win22", "wintw"].map((name) => ({ name, os: "windows2022", gmsa }));
    const shared = await graphOf({ stack: "dev", config: configWith("dev", { "aks-agents:agents": agents }) });
    const { inputs } = shared.named("gmsa-contoso-domain-reader-role");
    assert.equal(inputs["scope"], `${vault}/secrets/reader`);
    assert.equal(inputs["principalId"], "kubelet-object-id");
    // Key Vault Secrets User, in the vault's subscription (azure-docs built-in-roles/security.md).
    assert.equal(
      inputs["roleDefinitionId"],
      "/subscriptions/dddddddd-0000-0000-0000-000000000000/providers/Microsoft.Authorization/roleDefinitions/4633458b-17de-408a-b874-0445c86b69e6",
    );
    assert.equal(shared.ofFleet(types.roleAssignment).length, 2, "and the registry's");
  });

  it("F48: without the right to assign roles the command is shown", async () => {
    const config = configWith("dev", { ...windows({ gmsa }), "aks-agents:manageRoleAssignments": false });
    const unmanaged = await graphOf({ stack: "dev", config });
    assert.deepEqual(unmanaged.ofType(types.roleAssignment), []);
    const shown = unmanaged.run.logs.map(({ message }) => message);
    assert.ok(shown.some((text) => text.includes('"Key Vault Secrets User"') && text.includes("/secrets/reader")));
  });
});
