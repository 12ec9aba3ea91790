import assert from "node:assert/strict";
import type { ServiceEndpoint } from "azure-devops-node-api/interfaces/ServiceEndpointInterfaces";
import type { IServiceEndpointApi } from "azure-devops-node-api/ServiceEndpointApi";
import { Fixture } from "./fixture";

describe("Azure DevOps emulator: service connections", () => {
  let fixture: Fixture;
  let api: IServiceEndpointApi;
  before(async () => {
    fixture = await Fixture.open();
    api = await (await fixture.webApi()).getServiceEndpointApi();
  });
  after(() => fixture.close());

  const connection = (name: string): ServiceEndpoint => ({
    name,
    type: "azurerm",
    url: "https://management.azure.com/",
    owner: "library",
    data: { environment: "AzureCloud", creationMode: "Manual" },
    authorization: {
      scheme: "WorkloadIdentityFederation",
      parameters: { tenantid: fixture.directory.tenantId, serviceprincipalid: "5c1b1f5e-8b1f-4f6b-9a53-0a3f4f2b7c11" },
    },
    serviceEndpointProjectReferences: [{ projectReference: { id: fixture.projectId }, name }],
  });

  it("generates issuer and subject of a federated connection, the subject for it alone", async () => {
    const [first, second] = [
      await api.createServiceEndpoint(connection("one")),
      await api.createServiceEndpoint(connection("two")),
    ];

    const parameters = first.authorization?.parameters ?? {};
    // terraform-provider-azuredevops#1361: since 2025 Entra issues the tokens
    assert.equal(
      parameters["workloadIdentityFederationIssuer"],
      `https://login.microsoftonline.com/${fixture.directory.tenantId}/v2.0`,
    );
    assert.match(String(parameters["workloadIdentityFederationSubject"]), /^\/eid1\/c\/pub\/t\/.+\/sc\/.+/);
    assert.notEqual(
      parameters["workloadIdentityFederationSubject"],
      second.authorization?.parameters?.["workloadIdentityFederationSubject"],
    );
  });

  it("refuses a second connection of the same name in a project", async () => {
    await api.createServiceEndpoint(connection("taken"));

    await assert.rejects(
      api.createServiceEndpoint(connection("taken")),
      /Service connection with name taken already exists/,
    );
  });

  it("never gives a key back", async () => {
    const created = await api.createServiceEndpoint({
      ...connection("keyed"),
      authorization: {
        scheme: "ServicePrincipal",
        parameters: { tenantid: fixture.directory.tenantId, serviceprincipalkey: "canary-key" },
      },
    });

    const read = await fixture.request("GET", `${fixture.projectId}/_apis/serviceendpoint/endpoints/${created.id}`);

    assert.equal(read.text.includes("canary-key"), false);
  });

  it("answers null for a connection that is not there", async () => {
    const path = `${fixture.projectId}/_apis/serviceendpoint/endpoints/00000000-0000-4000-8000-000000000000`;

    const answer = await fixture.request("GET", path);

    assert.deepEqual([answer.status, answer.text], [200, "null"]);
  });

  it("is gone after deletion from its only project", async () => {
    const { id } = await api.createServiceEndpoint(connection("temporary"));

    await api.deleteServiceEndpoint(String(id), [fixture.projectId]);

    assert.deepEqual(
      (await api.getServiceEndpointsByNames(fixture.projectId, ["temporary"])).map(({ name }) => name),
      [],
    );
  });
});
