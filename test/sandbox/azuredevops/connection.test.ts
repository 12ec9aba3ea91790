import assert from "node:assert/strict";
import { Fixture, organization, plainRequest, projectName } from "./fixture";

describe("Azure DevOps emulator: connection", () => {
  let fixture: Fixture;
  before(async () => {
    fixture = await Fixture.open();
  });
  after(() => fixture.close());

  it("tells Microsoft's client who is signed in", async () => {
    const data = await (await fixture.webApi()).connect();

    assert.equal(data.authenticatedUser?.providerDisplayName, "sandbox-deployer");
  });

  it("gives Microsoft's client the areas on its own host", async () => {
    const areas = await (await (await fixture.webApi()).getLocationsApi()).getResourceAreas();

    assert.deepEqual(
      [...new Set(areas.map(({ locationUrl }) => locationUrl))],
      [`${fixture.emulator.url}/${organization}/`],
    );
  });

  it("lists every resource location at OPTIONS _apis, where the Go client looks", async () => {
    const answer = await fixture.request("OPTIONS", "_apis");

    const ids = JSON.stringify(answer.body);
    // azure-devops-go-api v7: pipelinepermissions, memberentitlementmanagement; terraform-provider-azuredevops: securityroles
    for (const id of [
      "b5b9a4a4-e6cd-4096-853c-ab7d8b0c4eb2",
      "f03dbf50-80f8-41b7-8ca2-65b6a178caba",
      "1d491a66-190b-43ae-86b8-9c2688c55186",
      "9461c234-c84c-4ed2-b918-2f0f92ad0a35",
    ]) {
      assert.match(ids, new RegExp(id));
    }
  });

  it("finds a project by name in any case, and by id", async () => {
    const core = await (await fixture.webApi()).getCoreApi();

    const byName = await core.getProject(projectName.toUpperCase());
    const byId = await core.getProject(fixture.projectId);

    assert.deepEqual([byName.id, byId.name], [fixture.projectId, projectName]);
  });

  it("lists projects", async () => {
    const core = await (await fixture.webApi()).getCoreApi();

    assert.deepEqual(
      (await core.getProjects()).map(({ name }) => name),
      [projectName],
    );
  });

  it("does not know a project of another name", async () => {
    const answer = await fixture.request("GET", "_apis/projects/nowhere");

    assert.equal(answer.status, 404);
    assert.match(String(answer.body["message"]), /^TF200016: .*nowhere/);
  });

  it("shows errors in the service's form", async () => {
    const answer = await fixture.request("GET", "_apis/distributedtask/pools/99");

    assert.deepEqual(answer.body, {
      $id: "1",
      innerException: null,
      message: "No agent pool found with identifier 99.",
      typeName:
        "Microsoft.TeamFoundation.DistributedTask.WebApi.TaskAgentPoolNotFoundException, Microsoft.TeamFoundation.DistributedTask.WebApi",
      typeKey: "TaskAgentPoolNotFoundException",
      errorCode: 0,
      eventId: 3000,
    });
  });

  it("wants a version for every change, and a preview one where there is no other", async () => {
    const headers = { authorization: `Bearer ${await fixture.token()}` };
    const change = (path: string, accept: string) =>
      plainRequest(`${fixture.organizationUrl}/${path}`, "POST", {}, { ...headers, accept });

    const none = await change("_apis/distributedtask/pools", "application/json");
    const released = await change("_apis/serviceprincipalentitlements", "application/json;api-version=7.1");

    assert.equal(none.body["typeKey"], "VssVersionNotSpecifiedException");
    assert.equal(released.body["typeKey"], "VssInvalidPreviewVersionException");
  });

  it("lists the agent's packages, newest first", async () => {
    const taskAgent = await (await fixture.webApi()).getTaskAgentApi();

    const [newest] = await taskAgent.getPackages("agent", "win-x64", 1);

    // azure-pipelines-agent README and release scripts
    assert.equal(
      newest?.downloadUrl,
      "https://download.agent.dev.azure.com/agent/5.278.0/vsts-agent-win-x64-5.278.0.zip",
    );
  });

  it("answers the way it is told to, once", async () => {
    fixture.emulator.faults.add({ path: "pools\\?poolName=flaky", effect: { kind: "answer", status: 503 } });

    const first = await fixture.request("GET", "_apis/distributedtask/pools?poolName=flaky");
    const second = await fixture.request("GET", "_apis/distributedtask/pools?poolName=flaky");

    assert.deepEqual([first.status, second.status], [503, 200]);
  });
});
