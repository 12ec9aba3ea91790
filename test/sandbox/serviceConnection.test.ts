import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ClientAssertionCredential } from "@azure/identity";
import { createDefaultHttpClient, createHttpHeaders, createPipelineRequest } from "@azure/core-rest-pipeline";
import { Fixture, record } from "./azuredevops/fixture";
import { startTlsCloud, type TlsCloud } from "./tls/tlsCloud";

const group = "/subscriptions/00000000-0000-4000-8000-000000000001/resourceGroups/rg";
const registry = `${group}/providers/Microsoft.ContainerRegistry/registries/contosobuilds`;
const account = `${group}/providers/Microsoft.Storage/storageAccounts/contosocontexts`;
const identity = `${group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/builds`;
const versions = {
  registry: "2023-07-01",
  tasks: "2019-06-01-preview",
  storage: "2024-01-01",
  identity: "2023-01-31",
  roles: "2022-04-01",
  groups: "2024-03-01",
};
/** Container Registry Tasks Contributor (azure-docs built-in-roles/containers.md). */
const tasksContributor = "fb382eab-e894-4461-af04-94435c366c3f";

describe("A job with a service connection, all the way to Azure", () => {
  let cloud: TlsCloud;
  let service: Fixture;
  let ca: string;
  before(async () => {
    cloud = await startTlsCloud();
    ca = readFileSync(cloud.caFile, "utf8");
    service = await Fixture.open({ directory: cloud.directory, messagePollSeconds: 1 });
  });
  after(async () => {
    await service.close();
    await cloud.stop();
  });

  /** A request to Azure Resource Manager; resolves to its status and body. */
  async function ask(token: string, method: string, id: string, version: string, body?: unknown) {
    const request = createPipelineRequest({
      url: `${cloud.azureTlsUrl}${id}?api-version=${version}`,
      method: method as "GET",
      headers: createHttpHeaders({ authorization: `Bearer ${token}`, "content-type": "application/json" }),
      body: body === undefined ? null : JSON.stringify(body),
    });
    request.tlsSettings = { ca };
    const { status, bodyAsText } = await createDefaultHttpClient().sendRequest(request);
    const answer = record(
      JSON.parse(bodyAsText === undefined || bodyAsText === null || bodyAsText === "" ? "{}" : bodyAsText),
    );
    return { status, body: answer, code: record(answer["error"])["code"] };
  }

  /** As the program does it: identity, connection, trust in what the connection says of itself, role, authorisation. */
  async function prepare(name: string): Promise<{ clientId: string; principalId: string }> {
    const token = await cloud.directory.issueToken(cloud.directory.deployer.objectId, "https://management.azure.com");
    const put = async (id: string, version: string, body: unknown) => {
      const { status, body: answer } = await ask(token, "PUT", id, version, body);
      assert.ok(status < 300, `${status} ${JSON.stringify(answer)}`);
      return record(answer["properties"]);
    };
    await put(group, versions.groups, { location: "westeurope" });
    await put(registry, versions.registry, { location: "westeurope", sku: { name: "Basic" } });
    const created = await put(identity, versions.identity, { location: "westeurope" });
    const [clientId, principalId] = [String(created["clientId"]), String(created["principalId"])];

    const api = await (await service.webApi()).getServiceEndpointApi();
    const endpoint = await api.createServiceEndpoint({
      name,
      type: "azurerm",
      url: "https://management.azure.com/",
      authorization: {
        scheme: "WorkloadIdentityFederation",
        parameters: { tenantid: cloud.directory.tenantId, serviceprincipalid: clientId },
      },
      serviceEndpointProjectReferences: [{ projectReference: { id: service.projectId }, name }],
    });
    const { workloadIdentityFederationIssuer: issuer, workloadIdentityFederationSubject: subject } =
      endpoint.authorization?.parameters ?? {};
    await put(`${identity}/federatedIdentityCredentials/connection`, versions.identity, {
      properties: { issuer, subject, audiences: ["api://AzureADTokenExchange"] },
    });
    await put(
      `${registry}/providers/Microsoft.Authorization/roleAssignments/00000000-0000-4000-8000-00000000000a`,
      versions.roles,
      {
        properties: {
          roleDefinitionId: `${group.split("/resourceGroups")[0]}/providers/Microsoft.Authorization/roleDefinitions/${tasksContributor}`,
          principalId,
          principalType: "ServicePrincipal",
        },
      },
    );
    const permissions = `${service.projectId}/_apis/pipelines/pipelinePermissions/endpoint/${String(endpoint.id)}`;
    await service.request("PATCH", permissions, { allPipelines: { authorized: true } });
    return { clientId, principalId };
  }

  /** What an agent is sent for a job that uses the connection. */
  async function jobConnection(name: string): Promise<Record<string, unknown>> {
    const pool = "_apis/distributedtask/pools/1";
    await service.request("POST", "_apis/distributedtask/pools", { name: "linux" });
    await service.request("POST", `${pool}/agents`, { name: "pod" });
    const { body } = await service.request("POST", `${pool}/sessions`, { ownerName: "pod", agent: { id: 1 } });
    await service.administer("POST", "pools/linux/jobs", { serviceConnection: name });
    const path = `${pool}/messages?sessionId=${String(body["sessionId"])}`;
    const message = record(JSON.parse(String((await service.request("GET", path)).body["body"])));
    return record(message["serviceConnection"]);
  }

  function signIn(tenantId: string, clientId: string, idToken: string): ClientAssertionCredential {
    return new ClientAssertionCredential(tenantId, clientId, async () => idToken, {
      authorityHost: cloud.entraTlsUrl,
      disableInstanceDiscovery: true,
      tlsOptions: { ca },
      retryOptions: { maxRetries: 0 },
    });
  }

  it("may have images built in the registry, and do nothing else; another connection's token is nobody", async () => {
    const { clientId, principalId } = await prepare("builds");
    const connection = await jobConnection("builds");
    assert.deepEqual([connection["clientId"], connection["tenantId"]], [clientId, cloud.directory.tenantId]);

    const credential = signIn(cloud.directory.tenantId, clientId, String(connection["idToken"]));
    const { token } = await credential.getToken("https://management.azure.com/.default");
    const named = await cloud.directory.verifyToken(token, ["https://management.azure.com"]);
    assert.equal(named?.objectId, principalId);

    const upload = await ask(token, "POST", `${registry}/listBuildSourceUploadUrl`, versions.tasks);
    assert.equal(upload.status, 200, JSON.stringify(upload.body));
    assert.equal((await ask(token, "GET", registry, versions.registry)).status, 200);
    const refused: readonly (readonly [string, string, string, unknown?])[] = [
      ["PUT", registry, versions.registry, { location: "westeurope", sku: { name: "Premium" } }],
      ["DELETE", registry, versions.registry],
      ["POST", `${registry}/listCredentials`, versions.registry],
      ["PUT", account, versions.storage, { location: "westeurope", kind: "StorageV2", sku: { name: "Standard_LRS" } }],
      ["GET", identity, versions.identity],
      ["DELETE", group, versions.groups],
      [
        "PUT",
        `${registry}/providers/Microsoft.Authorization/roleAssignments/00000000-0000-4000-8000-00000000000b`,
        versions.roles,
        { properties: {} },
      ],
    ];
    for (const [method, id, version, body] of refused) {
      const { status, code } = await ask(token, method, id, version, body);
      assert.deepEqual([status, code], [403, "AuthorizationFailed"], `${method} ${id}`);
    }

    const foreign = await cloud.directory.issueIdToken({
      issuer: cloud.directory.idTokenIssuer,
      subject: "/eid1/c/pub/t/tenant/a/azuredevops/sc/organization/other",
      audience: "api://AzureADTokenExchange",
    });
    await assert.rejects(
      signIn(cloud.directory.tenantId, clientId, foreign).getToken("https://management.azure.com/.default"),
      /AADSTS700213/,
    );
  });
});
