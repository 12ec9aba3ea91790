import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { IServiceEndpointApi } from "azure-devops-node-api/ServiceEndpointApi";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { Fixture, plainRequest, record } from "./fixture";

const clientId = "5c1b1f5e-8b1f-4f6b-9a53-0a3f4f2b7c11";

describe("Azure DevOps emulator: jobs that use a service connection", () => {
  let fixture: Fixture;
  let api: IServiceEndpointApi;
  let session: string;
  beforeEach(async () => {
    fixture = await Fixture.open({ messagePollSeconds: 1 });
    api = await (await fixture.webApi()).getServiceEndpointApi();
    await fixture.request("POST", "_apis/distributedtask/pools", { name: "linux" });
    await fixture.request("POST", `${pool}/agents`, { name: "pod" });
    session = String(
      (await fixture.request("POST", `${pool}/sessions`, { ownerName: "pod", agent: { id: 1 } })).body["sessionId"],
    );
  });
  afterEach(() => fixture.close());

  const pool = "_apis/distributedtask/pools/1";

  async function connect(name: string, scheme = "WorkloadIdentityFederation"): Promise<string> {
    const { id } = await api.createServiceEndpoint({
      name,
      type: "azurerm",
      url: "https://management.azure.com/",
      owner: "library",
      authorization: { scheme, parameters: { tenantid: fixture.directory.tenantId, serviceprincipalid: clientId } },
      serviceEndpointProjectReferences: [{ projectReference: { id: fixture.projectId }, name }],
    });
    return String(id);
  }

  const permit = (id: string, body: Record<string, unknown>) =>
    fixture.request("PATCH", `${fixture.projectId}/_apis/pipelines/pipelinePermissions/endpoint/${id}`, body);
  const queue = (body: Record<string, unknown>) => fixture.administer("POST", "pools/linux/jobs", body);
  const job = (id: number) => fixture.administer("GET", `pools/linux/jobs/${id}`);
  const message = async () => {
    const { body } = await fixture.request("GET", `${pool}/messages?sessionId=${session}`);
    return record(JSON.parse(String(body["body"])));
  };

  it("get its identity and a token that only Entra's federated credential of this connection trusts", async () => {
    const id = await connect("builds");
    await permit(id, { allPipelines: { authorized: true } });
    await queue({ serviceConnection: "Builds" });

    const { serviceConnection, mask } = await message();

    const connection = record(serviceConnection);
    const { authorization } = await api.getServiceEndpointDetails(fixture.projectId, id);
    const claims = decodeJwt(String(connection["idToken"]));
    assert.deepEqual([connection["clientId"], connection["tenantId"]], [clientId, fixture.directory.tenantId]);
    assert.deepEqual(
      [claims.iss, claims.sub, claims.aud],
      [
        `https://login.microsoftonline.com/${fixture.directory.tenantId}/v2.0`,
        authorization?.parameters?.["workloadIdentityFederationSubject"],
        "api://AzureADTokenExchange",
      ],
    );
    // The task renews its sign-in after 8 minutes, 2 before the token's end (azure-pipelines-tasks azureclitask.ts).
    assert.equal(Number(claims.exp) - Number(claims.iat), 600);
    assert.equal(typeof decodeProtectedHeader(String(connection["idToken"])).kid, "string");
    assert.deepEqual(mask, [
      { type: "regex", value: connection["idToken"] },
      { type: "regex", value: connection["accessToken"] },
    ]);
  });

  it("get further tokens of their connection by their own access token while they run, and nothing else by it", async () => {
    const id = await connect("builds");
    const other = await connect("others");
    await permit(id, { allPipelines: { authorized: true } });
    await queue({ serviceConnection: "builds" });
    const { oidcRequestUrl, accessToken } = record((await message())["serviceConnection"]);
    const ask = (method: string, url: string, token = String(accessToken)) =>
      plainRequest(url, method, undefined, { authorization: `Bearer ${token}` });
    const oidc = (connectionId: string, token?: string) =>
      ask("POST", `${String(oidcRequestUrl)}?api-version=7.1&serviceConnectionId=${connectionId}`, token);

    const { status, body } = await oidc(id);
    assert.equal(status, 200);
    assert.match(String(decodeJwt(String(body["oidcToken"])).sub), new RegExp(`/sc/.*/${id}$`));

    assert.equal((await oidc(other)).status, 404);
    assert.equal((await oidc(id, "another")).status, 401);
    assert.equal((await ask("GET", `${fixture.organizationUrl}/${pool}`)).status, 401);
    await fixture.administer("POST", "pools/linux/jobs/1/finish");
    assert.equal((await oidc(id)).status, 401);
  });

  it("leave no token in the service's state", async () => {
    await permit(await connect("builds"), { allPipelines: { authorized: true } });
    await queue({ serviceConnection: "builds" });

    const token = String(record((await message())["serviceConnection"])["idToken"]);

    assert.equal(token.split(".").length, 3);
    const kept = readFileSync(join(fixture.folder, "azuredevops.json"), "utf8");
    assert.equal(kept.includes(token.split(".")[1] ?? ""), false);
    assert.equal(JSON.stringify(await job(1)).includes(token), false);
  });

  it("fail before any agent has them where their pipeline is not authorised, and say so", async () => {
    const id = await connect("builds");
    await permit(id, { pipelines: [{ id: 7, authorized: true }] });

    await queue({ serviceConnection: "builds", name: "image", pipeline: { id: 8, name: "stranger" } });
    await queue({ serviceConnection: "builds", pipeline: { id: 7, name: "friend" } });

    const [refused, permitted] = [await job(1), await job(2)];
    assert.deepEqual([refused["result"], refused["reservedAgent"]], ["failed", undefined]);
    // MicrosoftDocs/azure-devops-docs#5888
    assert.match(
      String(refused["log"]),
      /^##\[error\]The pipeline is not valid\. Job image: .* service connection builds which could not be found\. .*not been authorized for use\..*aka\.ms\/yamlauthz\.\n$/,
    );
    assert.equal(permitted["result"], undefined);
    assert.equal((await message())["requestId"], 2);
  });

  it("fail in the same way where there is no such connection", async () => {
    await queue({ serviceConnection: "nowhere" });

    const { result, log } = await job(1);
    assert.equal(result, "failed");
    assert.match(String(log), /references service connection nowhere which could not be found/);
  });

  it("are refused with a connection that holds a key: here nobody signs in with one", async () => {
    await permit(await connect("keyed", "ServicePrincipal"), { allPipelines: { authorized: true } });

    const answer = await queue({ serviceConnection: "keyed" });

    assert.equal(answer["status"], 400);
    assert.match(String(answer["message"]), /workload identity federation only/);
  });

  it("without one get nothing of the kind", async () => {
    await queue({});

    const { serviceConnection, mask } = await message();

    assert.deepEqual([serviceConnection, mask], [undefined, []]);
  });
});
