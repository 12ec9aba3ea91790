import assert from "node:assert/strict";
import { at, isRecord, reveal, SecretValue } from "../support/propertyValues";
import { kubeconfigCanary } from "../support/fakeInvokes";
import { goldenUrns } from "./golden";
import { type Graph, graphOf, stacks, types } from "./graph";
import { clearTexts } from "./clearTexts";

const taggable = [
  "azure-native:resources:ResourceGroup",
  types.managedCluster,
  "azure-native:containerservice:AgentPool",
  "azure-native_containerservice_v20260201:containerservice:AgentPool",
  types.registry,
  types.storageAccount,
  types.identity,
];
/** Azure knows no tags on these. */
const untaggable = [
  "azure-native:containerservice:MaintenanceConfiguration",
  types.roleAssignment,
  types.federation,
  "azure-native:storage:BlobContainer",
  "azure-native:storage:ManagementPolicy",
];

/** Rules that hold for every stack file, over the whole graph. */
for (const stack of stacks) {
  describe(`graph of ${stack}`, () => {
    let graph: Graph;
    let preview: Graph;
    before(async () => {
      graph = await graphOf({ stack });
      preview = await graphOf({ stack, preview: true });
    });

    it("has the recorded URNs", () => {
      const urns = graph.all.map(({ urn }) => urn).sort();
      assert.deepEqual(urns, goldenUrns(stack, urns));
    });

    it("registers in a preview what it registers in an update", () => {
      assert.deepEqual(preview.all.map(({ urn }) => urn).sort(), graph.all.map(({ urn }) => urn).sort());
    });

    it("names every child after its parent", () => {
      const strangers = graph.all.filter((each) => {
        const parent = graph.parentOf(each);
        return parent?.parent !== undefined && !each.name.startsWith(parent.name);
      });
      assert.deepEqual(
        strangers.map(({ urn }) => urn),
        [],
      );
    });

    it("gives every component a token of the project and its own name", () => {
      const components = graph.all.filter(({ custom, parent }) => !custom && parent !== undefined);
      assert.ok(components.length > 0);
      for (const { type } of components) {
        assert.match(type, /^aks-agents:components:[A-Z][A-Za-z]+$/);
      }
    });

    it("tags whatever Azure can tag", () => {
      const azure = graph.ofType(/^azure-native/);
      const unknownTypes = azure.map(({ type }) => type).filter((type) => !taggable.includes(type));
      assert.deepEqual(
        unknownTypes.filter((type) => !untaggable.includes(type)),
        [],
      );
      for (const { name, inputs } of azure.filter(({ type }) => taggable.includes(type))) {
        assert.equal(at(inputs, "tags.stack"), stack, name);
        assert.equal(at(inputs, "tags.project"), "aks-agents", name);
      }
      assert.equal(at(graph.only(types.managedCluster).inputs, "agentPoolProfiles.0.tags.stack"), stack);
    });

    it("F98: shows no secret in clear: inputs, outputs, logs", () => {
      const shown = [...graph.all.map(({ inputs }) => inputs), graph.run.outputs, graph.run.logs].flatMap(clearTexts);
      const secrets = [kubeconfigCanary, Buffer.from(kubeconfigCanary).toString("base64"), "Generated-password"];
      assert.deepEqual(
        shown.filter((text) => secrets.some((secret) => text.includes(secret))),
        [],
      );
    });

    it("hands objects in the cluster and in Azure DevOps to providers of their own", () => {
      const providers = {
        kubernetes: graph.only("pulumi:providers:kubernetes").urn,
        azuredevops: graph.only("pulumi:providers:azuredevops").urn,
      };
      for (const { type, provider, urn } of graph.all) {
        if (type.startsWith("kubernetes:")) {
          assert.equal(provider, providers.kubernetes, urn);
        }
        if (type.startsWith("azuredevops:")) {
          assert.equal(provider, providers.azuredevops, urn);
        }
      }
      assert.deepEqual(
        graph.run.invocations.filter(({ token, provider }) => token.startsWith("azuredevops") && !provider),
        [],
      );
    });

    it("pins the plugin of every resource", () => {
      // A parameterised package names its plugin when it is registered; that of dynamic resources comes with the CLI.
      const unpinned = graph.all.filter(
        ({ custom, type, version, packageName }) =>
          custom && !packageName && !type.startsWith("pulumi-nodejs:") && !/^\d+\.\d+\.\d+$/.test(version),
      );
      assert.deepEqual(
        unpinned.map(({ urn }) => urn),
        [],
      );
    });

    it("keeps nothing when it is destroyed", () => {
      assert.deepEqual(
        graph.all.filter(({ retainOnDelete }) => retainOnDelete).map(({ urn }) => urn),
        [],
      );
    });

    it("has the documented outputs, with a secret kubeconfig and values in place of resources", () => {
      const { outputs } = graph.run;
      assert.deepEqual(Object.keys(outputs).sort(), [
        "agentClasses",
        "agentImages",
        "buildContextContainer",
        "clusterId",
        "clusterName",
        "kubeconfig",
        "pipelineConnection",
        "registryId",
        "registryLoginServer",
        "resourceGroupName",
        "storageAccountName",
        "windowsAdminPassword",
      ]);
      assert.ok(outputs["kubeconfig"] instanceof SecretValue);
      assert.ok(outputs["windowsAdminPassword"] instanceof SecretValue);
      for (const [name, value] of Object.entries(outputs).filter(
        ([key]) => !["agentClasses", "agentImages"].includes(key),
      )) {
        assert.equal(typeof reveal(value), "string", name);
      }
      const classes = Object.values(recordOf(outputs["agentClasses"]));
      assert.ok(classes.length > 0);
      for (const agentClass of classes.map(recordOf)) {
        const keys = Object.keys(agentClass).sort();
        assert.deepEqual(keys, ["agentPool", "deployment", "namespace", "nodePool", "os", "queueId"]);
        assert.deepEqual(
          Object.values(agentClass).filter((value) => typeof value !== "string"),
          [],
        );
      }
    });
  });
}

function recordOf(value: unknown): Record<string, unknown> {
  assert.ok(isRecord(value));
  return value;
}
