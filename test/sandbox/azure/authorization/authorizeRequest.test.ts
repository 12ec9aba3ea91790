import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { builtInRoles } from "../../../../sandbox/azure/authorization/builtInRoles";
import { mayDo } from "../../../../sandbox/azure/authorization/mayDo";
import { ResourceStore } from "../../../../sandbox/azure/store";
import type { Principal } from "../../../../sandbox/entra/directory";
import { ArmFixture, type Answer, errorCode, field, group, subscription } from "../armFixture";

const registry = `${group}/providers/Microsoft.ContainerRegistry/registries/agents4711`;
const other = `${subscription}/resourceGroups/other/providers/Microsoft.ContainerRegistry/registries/others4711`;
const api = { registry: "2023-07-01", tasks: "2019-06-01-preview", group: "2024-03-01", role: "2022-04-01" };

describe("Azure emulator: what callers without all rights may do", () => {
  let arm: ArmFixture;
  /** By the name of the one role that they have. */
  const callers = new Map<string, Principal>();

  before(async () => {
    arm = await ArmFixture.start();
    for (const name of ["rg", "other"]) {
      await arm.send("PUT", `${subscription}/resourceGroups/${name}`, api.group, { location: "westeurope" });
    }
    for (const id of [registry, other]) {
      await arm.run("PUT", id, api.registry, { location: "westeurope", sku: { name: "Basic" } });
    }
  });
  after(() => arm.stop());

  async function give(roleName: string, scope: string): Promise<Principal> {
    const role = [...builtInRoles.values()].find(({ name }) => name === roleName);
    const principal = arm.directory.createPrincipal(roleName);
    const answer = await arm.send(
      "PUT",
      `${scope}/providers/Microsoft.Authorization/roleAssignments/${randomUUID()}`,
      api.role,
      {
        properties: {
          roleDefinitionId: `${subscription}/providers/Microsoft.Authorization/roleDefinitions/${role?.id ?? ""}`,
          principalId: principal.objectId,
          principalType: "ServicePrincipal",
        },
      },
    );
    assert.equal(answer.status, 201);
    return principal;
  }

  /** Whoever has the role on the registry. */
  async function having(roleName: string): Promise<Principal> {
    const principal = callers.get(roleName) ?? (await give(roleName, registry));
    callers.set(roleName, principal);
    return principal;
  }

  async function as(
    principal: Principal,
    method: string,
    path: string,
    version: string,
    body?: unknown,
  ): Promise<Answer> {
    const token = await arm.directory.issueToken(principal.objectId, "https://management.azure.com");
    return arm.send(method, path, version, body, { authorization: `Bearer ${token}` });
  }

  const names = (answer: Answer) => (field(answer.body, "value") as { name: string }[]).map(({ name }) => name);

  it("F110: AcrPush may not ask where to upload, and is told what is missing", async () => {
    const caller = await having("AcrPush");
    const answer = await as(caller, "POST", `${registry}/listBuildSourceUploadUrl`, api.tasks);
    assert.deepEqual([answer.status, errorCode(answer)], [403, "AuthorizationFailed"]);
    assert.equal(
      field(answer.body, "error.message"),
      `The client '${caller.clientId}' with object id '${caller.objectId}' does not have authorization to perform action 'Microsoft.ContainerRegistry/registries/listBuildSourceUploadUrl/action' over scope '${registry}' or the scope is invalid. If access was recently granted, please refresh your credentials.`,
    );
  });

  for (const role of ["AcrPull", "AcrPush", "AcrDelete", "Reader"]) {
    it(`F110: ${role} may not schedule a run`, async () => {
      const answer = await as(await having(role), "POST", `${registry}/scheduleRun`, api.tasks, {});
      assert.equal(answer.status, 403);
    });
  }

  it("F110: Container Registry Tasks Contributor reads the registry and asks where to upload", async () => {
    const caller = await having("Container Registry Tasks Contributor");
    assert.equal((await as(caller, "GET", registry, api.registry)).status, 200);
    assert.equal((await as(caller, "POST", `${registry}/listBuildSourceUploadUrl`, api.tasks)).status, 200);
    assert.equal((await as(caller, "GET", `${registry}/runs`, api.tasks)).status, 200);
  });

  it("Container Registry Tasks Contributor changes neither the registry nor another one", async () => {
    const caller = await having("Container Registry Tasks Contributor");
    const change = { tags: { changed: "yes" } };
    assert.equal((await as(caller, "PATCH", registry, api.registry, change)).status, 403);
    assert.equal((await as(caller, "DELETE", registry, api.registry)).status, 403);
    assert.equal((await as(caller, "POST", `${other}/listBuildSourceUploadUrl`, api.tasks)).status, 403);
  });

  it("a role on the resource group holds for what is in it, and for nothing beside it", async () => {
    const caller = await give("Reader", group);
    assert.equal((await as(caller, "GET", registry, api.registry)).status, 200);
    assert.equal((await as(caller, "GET", other, api.registry)).status, 403);
    assert.equal((await as(caller, "PUT", group, api.group, { location: "westeurope" })).status, 403);
  });

  it("a role on a registry says nothing of one whose name goes on", async () => {
    const caller = await having("Reader");
    assert.equal((await as(caller, "GET", `${registry}0`, api.registry)).status, 403);
  });

  it("Contributor creates, and gives no roles", async () => {
    const caller = await give("Contributor", group);
    const identity = `${group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/mine`;
    assert.equal((await as(caller, "PUT", identity, "2023-01-31", { location: "westeurope" })).status, 201);
    const assignment = `${registry}/providers/Microsoft.Authorization/roleAssignments/${randomUUID()}`;
    assert.equal((await as(caller, "PUT", assignment, api.role, { properties: {} })).status, 403);
  });

  it("lists of the subscription show what the caller may read", async () => {
    const caller = await having("Container Registry Tasks Contributor");
    const registries = `${subscription}/providers/Microsoft.ContainerRegistry/registries`;
    assert.deepEqual(names(await as(caller, "GET", registries, api.registry)), ["agents4711"]);
    assert.deepEqual(names(await as(caller, "GET", `${subscription}/resources`, "2021-04-01")), ["agents4711"]);
    assert.equal(names(await arm.send("GET", registries, api.registry)).length, 2);
  });

  it("lists of types of which the caller may read none are refused", async () => {
    const caller = await having("Container Registry Tasks Contributor");
    const clusters = `${subscription}/providers/Microsoft.ContainerService/managedClusters`;
    assert.equal((await as(caller, "GET", clusters, "2025-05-01")).status, 403);
  });

  it("who has no role knows of no subscription, and who has one knows of its own", async () => {
    const stranger = arm.directory.createPrincipal("stranger");
    assert.deepEqual(field((await as(stranger, "GET", "/subscriptions", "2022-12-01")).body, "value"), []);
    assert.equal((await as(stranger, "GET", `${subscription}/resources`, "2021-04-01")).status, 403);
    const known = await as(await having("AcrPull"), "GET", "/subscriptions", "2022-12-01");
    assert.equal(field(known.body, "value.0.subscriptionId"), subscription.split("/")[2]);
  });

  it("a refused request changes nothing", async () => {
    await as(await having("AcrPush"), "DELETE", registry, api.registry);
    assert.equal(
      field((await arm.send("GET", registry, api.registry)).body, "properties.provisioningState"),
      "Succeeded",
    );
  });

  it("a definition shows what its role permits", async () => {
    const path = `${group}/providers/Microsoft.Authorization/roleDefinitions/8311e382-0749-4cb8-b61a-304f252e45ec`;
    assert.deepEqual(field((await arm.send("GET", path, api.role)).body, "properties.permissions"), [
      {
        actions: [
          "Microsoft.ContainerRegistry/registries/pull/read",
          "Microsoft.ContainerRegistry/registries/push/write",
        ],
        notActions: [],
        dataActions: [],
        notDataActions: [],
      },
    ]);
  });

  it("definitions are found by the name of the role", async () => {
    const path = `${group}/providers/Microsoft.Authorization/roleDefinitions?$filter=roleName eq 'AcrPush'`;
    assert.deepEqual(names(await arm.send("GET", path, api.role)), ["8311e382-0749-4cb8-b61a-304f252e45ec"]);
  });

  it("who deploys owns everything, but not the content of it", () => {
    const { directory } = arm;
    const authorities = { directory, store: new ResourceStore("/nonexistent/resources.json") };
    const may = (action: string, kind?: "dataAction") =>
      mayDo(directory.deployer.objectId, action, registry, authorities, kind);
    assert.equal(may("Microsoft.Authorization/roleAssignments/write"), true);
    assert.equal(may("Microsoft.ContainerRegistry/registries/repositories/content/write", "dataAction"), false);
  });
});
