import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contextWriterRole, registryBuildRoles } from "../../plan/buildRoles";
import { subscriptionId, tenantId } from "../support/fakeOutputs";
import { at } from "../support/propertyValues";
import { projectRoot } from "../support/stackConfig";
import { configWith, graphOf, types, type Graph } from "./graph";

const roleDefinitions = `/subscriptions/${subscriptionId}/providers/Microsoft.Authorization/roleDefinitions`;
const endpointType = "azuredevops:index/serviceEndpointAzureRM:ServiceEndpointAzureRM";

/** What the service makes up for the fake endpoint. */
const federation = {
  issuer: `https://login.microsoftonline.com/${tenantId}/v2.0`,
  subject: "/eid1/c/pub/t/fake/a/fake/sc/pipelines-endpoint",
};

/** Names that Pulumi makes up end in eight hexadecimal digits. */
function withoutRandomEnds(pairs: readonly (readonly unknown[])[]): readonly (readonly string[])[] {
  return pairs.map((pair) =>
    pair.map((text) => String(text).replace(/(registryacr|contextsaccount)[0-9a-f]{8}/, "$1*")),
  );
}

/** The table of docs/security.md: `role on what`. */
function documentedRoles(): readonly string[] {
  const document = readFileSync(join(projectRoot, "docs/security.md"), "utf8");
  const [, section = ""] = document.split("## What the service connection of pipelines can do\n");
  const rows = (section.split("\n## ")[0] ?? "").split("\n").filter((line) => line.startsWith("| "));
  return rows.slice(2).map((row) => {
    const [, role = "", scope = ""] = row.split("|").map((cell) => cell.trim());
    return `${role} on ${scope}`;
  });
}

async function connected(changes: Readonly<Record<string, unknown>>): Promise<Graph> {
  return graphOf({ stack: "dev", config: configWith("dev", changes) });
}

describe("graph: service connection of pipelines", () => {
  let dev: Graph;
  before(async () => {
    dev = await graphOf({ stack: "dev" });
  });

  const roles = (graph: Graph) =>
    graph
      .ofType(types.roleAssignment)
      .filter(({ name }) => name.startsWith("pipelines-"))
      .map(({ inputs }) => [inputs["roleDefinitionId"], inputs["scope"]]);

  it("signs in as an identity of its own, by federation, and holds no key", () => {
    const { inputs } = dev.only(endpointType);
    assert.deepEqual(
      [
        inputs["serviceEndpointAuthenticationScheme"],
        Object.keys(at(inputs, "credentials") ?? {}),
        inputs["azurermSpnTenantid"],
      ],
      ["WorkloadIdentityFederation", ["serviceprincipalid"], tenantId],
    );
    assert.match(String(at(inputs, "credentials.serviceprincipalid")), /^client of pipelines-identity/);
  });

  it("is not validated while the identity trusts nobody yet, which would delete it", () => {
    assert.equal(dev.only(endpointType).inputs["features"], undefined);
  });

  it("names the subscription that holds the registry", async () => {
    assert.equal(dev.only(endpointType).inputs["azurermSubscriptionId"], subscriptionId);

    const elsewhere = "cccccccc-0000-0000-0000-000000000000";
    const existing = `/subscriptions/${elsewhere}/resourceGroups/shared/providers/Microsoft.ContainerRegistry/registries/contoso`;
    const graph = await connected({ "aks-agents:registry": { existing } });
    assert.equal(graph.only(endpointType).inputs["azurermSubscriptionId"], elsewhere);
  });

  it("is trusted with the issuer and subject that the service made up", () => {
    const { inputs } = dev.named("pipelines-federation");
    assert.deepEqual(
      [inputs["issuer"], inputs["subject"], inputs["audiences"]],
      [federation.issuer, federation.subject, ["api://AzureADTokenExchange"]],
    );
    assert.ok(dev.needs(dev.named("pipelines-federation")).has(dev.only(endpointType)));
  });

  it("F110: may start builds in this registry and write build contexts, and has no other role", () => {
    const group = `/subscriptions/${subscriptionId}/resourceGroups/aks-agents-dev/providers`;
    // Container Registry Tasks Contributor, Storage Blob Data Contributor (azure-docs built-in-roles).
    assert.deepEqual(withoutRandomEnds(roles(dev)), [
      [
        `${roleDefinitions}/fb382eab-e894-4461-af04-94435c366c3f`,
        `${group}/Microsoft.ContainerRegistry/registries/registryacr*`,
      ],
      [
        `${roleDefinitions}/ba92f5b4-2d11-453d-a403-e96b0029c9fe`,
        `${group}/Microsoft.Storage/storageAccounts/contextsaccount*/blobServices/default/containers/contexts`,
      ],
    ]);
    assert.deepEqual(
      dev
        .ofType(types.roleAssignment)
        .filter(({ inputs }) => /^principal of pipelines-identity[0-9a-f]{8}$/.test(String(inputs["principalId"])))
        .map(({ inputs }) => inputs["principalType"]),
      ["ServicePrincipal", "ServicePrincipal"],
    );
  });

  it("F105: in a registry in ABAC mode it may push and list repositories by itself", async () => {
    const existing =
      "/subscriptions/cccccccc-0000-0000-0000-000000000000/resourceGroups/shared/providers/Microsoft.ContainerRegistry/registries/contoso";
    const graph = await connected({ "aks-agents:registry": { existing, roleAssignmentMode: "ABAC" } });

    // Tasks Contributor, Repository Writer, Catalog Lister, each in the registry's subscription.
    const ids = [
      "fb382eab-e894-4461-af04-94435c366c3f",
      "2a1e307c-b015-4ebd-883e-5b7698a07328",
      "bfdb9389-c9a5-478a-bb2f-ba9ca092c3c7",
    ];
    assert.deepEqual(
      roles(graph).filter(([, scope]) => scope === existing),
      ids.map((id) => [
        `/subscriptions/cccccccc-0000-0000-0000-000000000000/providers/Microsoft.Authorization/roleDefinitions/${id}`,
        existing,
      ]),
    );
  });

  it("has the roles that docs/security.md lists", () => {
    assert.deepEqual(documentedRoles(), [
      ...registryBuildRoles.RBAC.map(({ name }) => `${name} on the registry`),
      ...registryBuildRoles.ABAC.slice(1).map(({ name }) => `${name} on the registry, in ABAC mode only`),
      `${contextWriterRole.name} on the container of build contexts`,
    ]);
  });

  it("lets pipelines in only when it can build", () => {
    const authorisation = dev.named("pipelines-all-pipelines");
    assert.deepEqual(
      [authorisation.inputs["type"], authorisation.inputs["resourceId"], authorisation.inputs["pipelineId"]],
      ["endpoint", "pipelines-endpoint-id", undefined],
    );
    const needed = dev.needs(authorisation);
    assert.ok(needed.has(dev.named("pipelines-federation")));
    assert.ok(needed.has(dev.named("pipelines-container-registry-tasks-contributor")));
    assert.ok(needed.has(dev.named("pipelines-storage-blob-data-contributor")));
  });

  it("is for the pipelines that are listed, or for those that ask", async () => {
    const listed = await connected({ "aks-agents:imageBuilds": { pipelineConnection: { pipelines: [12, 34] } } });
    assert.deepEqual(
      listed
        .ofType(types.pipelineAuthorization)
        .filter(({ inputs }) => inputs["type"] === "endpoint")
        .map(({ inputs }) => inputs["pipelineId"]),
      [12, 34],
    );

    const asked = await connected({ "aks-agents:imageBuilds": { pipelineConnection: {} } });
    assert.deepEqual(
      asked.ofType(types.pipelineAuthorization).filter(({ inputs }) => inputs["type"] === "endpoint"),
      [],
    );
  });

  it("is called after project and stack, or as it is told, and its name is an output", async () => {
    assert.equal(dev.run.outputs["pipelineConnection"], "aks-agents-dev-builds");

    const graph = await connected({ "aks-agents:imageBuilds": { pipelineConnection: { name: "builds" } } });
    assert.deepEqual(
      [graph.only(endpointType).inputs["serviceEndpointName"], graph.run.outputs["pipelineConnection"]],
      ["builds", "builds"],
    );
  });

  it("does not exist where nobody asked for it", async () => {
    const graph = await connected({ "aks-agents:imageBuilds": undefined });
    assert.deepEqual(graph.ofType(endpointType), []);
    assert.equal(graph.run.outputs["pipelineConnection"], "");
  });

  it("F48: without the right to assign roles the commands for its identity are shown", async () => {
    const graph = await connected({ "aks-agents:manageRoleAssignments": false });

    const shown = graph.run.logs.map(({ message }) => message).filter((text) => text.includes("service connection"));
    assert.deepEqual(
      shown.map((text) => /--role "([^"]+)"/.exec(text)?.[1]),
      ["Container Registry Tasks Contributor", "Storage Blob Data Contributor"],
    );
    assert.match(
      shown[0] ?? "",
      /az identity list --resource-group aks-agents-dev .*starts_with\(name, 'pipelines-identity'\)/,
    );
    assert.match(shown[1] ?? "", /\/blobServices\/default\/containers\/contexts"$/);
  });
});
