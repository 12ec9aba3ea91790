import assert from "node:assert/strict";
import { unknownValue } from "../../../sandbox/engine/provider/properties";
import { ProviderFixture, type Kept } from "./providerFixture";

describe("Azure DevOps provider: entitlements, roles and permissions", () => {
  let driver: ProviderFixture;
  let now = new Date();
  before(async () => {
    driver = await ProviderFixture.open({ identityDelaySeconds: 60, now: () => now });
  });
  after(() => driver.fixture.close());

  const principal = (name: string) => {
    const created = driver.fixture.directory.createPrincipal(name);
    now = new Date(Date.now() + 120_000);
    return created.objectId;
  };
  const entitle = (name: string) => driver.create("ServicePrincipalEntitlement", { originId: principal(name) });
  const role = (pool: Kept, identityId: unknown, roleName = "Administrator") => ({
    scope: "distributedtask.agentpoolrole",
    resourceId: pool.id,
    identityId,
    roleName,
  });

  it("does not retry the refusal of a fresh identity", async () => {
    now = new Date();
    const { objectId } = driver.fixture.directory.createPrincipal("fresh");

    await assert.rejects(driver.create("ServicePrincipalEntitlement", { originId: objectId }), {
      message: `Creating service principal entitlement: Adding service principal entitlement: (VS403283) Could not add user '${objectId}' at this time.`,
    });
  });

  it("has the storage key as id, and the graph's descriptor as output", async () => {
    const originId = principal("three-ids");

    const entitlement = await driver.create("ServicePrincipalEntitlement", { originId });

    assert.notEqual(entitlement.id, originId);
    assert.match(String(entitlement.state["descriptor"]), /^aadsp\./);
    assert.deepEqual(
      [entitlement.state["origin"], entitlement.state["originId"], entitlement.state["displayName"]],
      ["aad", originId, "three-ids"],
    );
  });

  it("takes basic and express for the same licence, and changes to stakeholder in place", async () => {
    const entitlement = await entitle("licence");
    const { originId } = entitlement.state;

    const same = await driver.diff("ServicePrincipalEntitlement", entitlement, {
      originId,
      accountLicenseType: "basic",
    });
    const other = { originId, accountLicenseType: "stakeholder" };
    const changed = await driver.diff("ServicePrincipalEntitlement", entitlement, other);
    const updated = await driver.update("ServicePrincipalEntitlement", entitlement, other);

    assert.deepEqual(same.changes, []);
    assert.deepEqual(changed.changes, [{ path: "accountLicenseType", kind: "update", replaces: false }]);
    assert.equal(updated.state["accountLicenseType"], "stakeholder");
  });

  it("keeps what the service filled in known in the preview of an update", async () => {
    const entitlement = await entitle("previewed");
    const { originId, descriptor } = entitlement.state;

    const preview = await driver.update(
      "ServicePrincipalEntitlement",
      entitlement,
      { originId, accountLicenseType: "stakeholder" },
      true,
    );

    assert.deepEqual(
      [preview.state["descriptor"], preview.state["origin"], preview.state["accountLicenseType"]],
      [descriptor, "aad", "stakeholder"],
    );
  });

  it("leaves the origin to the service without a change", async () => {
    const entitlement = await entitle("origin");

    const { changes } = await driver.diff("ServicePrincipalEntitlement", entitlement, {
      originId: entitlement.state["originId"],
    });

    assert.deepEqual(changes, []);
  });

  it("has unknown outputs in the preview of its creation", async () => {
    const { inputs } = await driver.check("ServicePrincipalEntitlement", { originId: unknownValue });

    const { state } = await driver.type("ServicePrincipalEntitlement").create({
      urn: "urn:pulumi:s::p::azuredevops:index/servicePrincipalEntitlement:ServicePrincipalEntitlement::e",
      name: "e",
      inputs,
      preview: true,
      timeoutSeconds: 0,
    });

    assert.deepEqual(
      [state["descriptor"], state["displayName"], state["origin"], state["accountLicenseType"]],
      [unknownValue, unknownValue, unknownValue, "express"],
    );
  });

  it("is gone for a refresh after the identity was deleted in Entra", async () => {
    const entitlement = await entitle("leaving");
    driver.fixture.directory.deletePrincipal(String(entitlement.state["originId"]));

    assert.equal(await driver.read("ServicePrincipalEntitlement", entitlement), undefined);
  });

  it("refuses a role for the principal's object id", async () => {
    const pool = await driver.create("Pool", { name: "wrong-id" });
    const entitlement = await entitle("wrong-id");

    await assert.rejects(
      driver.create("SecurityroleAssignment", role(pool, entitlement.state["originId"])),
      /the identity was not recognized by Azure DevOps\. Ensure you are using the internal identity ID \(storage key\)\./,
    );
  });

  it("refuses an identity that is no UUID", async () => {
    const pool = await driver.create("Pool", { name: "no-uuid" });

    const { failures } = await driver.check("SecurityroleAssignment", role(pool, "aadsp.abc"));

    assert.deepEqual(
      failures.map(({ property }) => property),
      ["identityId"],
    );
  });

  it("changes a role in place, and is replaced for another resource", async () => {
    const pool = await driver.create("Pool", { name: "roles" });
    const entitlement = await entitle("roles");
    const assignment = await driver.create("SecurityroleAssignment", role(pool, entitlement.id, "Reader"));

    const inPlace = await driver.diff("SecurityroleAssignment", assignment, role(pool, entitlement.id));
    const moved = await driver.diff("SecurityroleAssignment", assignment, {
      ...role(pool, entitlement.id, "Reader"),
      resourceId: "4711",
    });
    const updated = await driver.update("SecurityroleAssignment", assignment, role(pool, entitlement.id));
    const live = await driver.read("SecurityroleAssignment", updated);

    assert.deepEqual(inPlace.changes, [{ path: "roleName", kind: "update", replaces: false }]);
    assert.deepEqual(moved.changes, [{ path: "resourceId", kind: "update", replaces: true }]);
    assert.equal(live?.state["roleName"], "Administrator");
  });

  it("a role is gone for a refresh after its pool was deleted", async () => {
    const pool = await driver.create("Pool", { name: "role-without-pool" });
    const entitlement = await entitle("role-without-pool");
    const assignment = await driver.create("SecurityroleAssignment", role(pool, entitlement.id));
    await driver.delete("Pool", pool);

    assert.equal(await driver.read("SecurityroleAssignment", assignment), undefined);
  });

  it("a role cannot be imported by version 3.15", async () => {
    await assert.rejects(driver.import("SecurityroleAssignment", "a/b/c"), /does not support import/);
  });

  it("permits one pipeline or all, and has an id that tells which", async () => {
    const { projectId } = driver.fixture;
    const queue = await driver.create("Queue", { projectId, name: "permitted" });
    const base = { projectId, resourceId: queue.id, type: "queue" };

    const all = await driver.create("PipelineAuthorization", base);
    const one = await driver.create("PipelineAuthorization", { ...base, pipelineId: 7 });

    assert.deepEqual(
      [all.id, one.id],
      [`${projectId}/queue/${queue.id}`, `${projectId}/queue/${queue.id};pipeline_id=7`],
    );
  });

  it("a permission is imported by that id, and gone for a refresh after it was taken back", async () => {
    const { projectId } = driver.fixture;
    const queue = await driver.create("Queue", { projectId, name: "taken-back" });
    const inputs = { projectId, resourceId: queue.id, type: "queue", pipelineId: 9 };
    const permission = await driver.create("PipelineAuthorization", inputs);

    const imported = await driver.import("PipelineAuthorization", permission.id);
    await driver.delete("PipelineAuthorization", permission);

    assert.deepEqual(imported?.state, inputs);
    assert.equal(await driver.read("PipelineAuthorization", permission), undefined);
  });

  it("a permission is gone for a refresh after its queue was deleted", async () => {
    const { projectId } = driver.fixture;
    const queue = await driver.create("Queue", { projectId, name: "queue-gone" });
    const permission = await driver.create("PipelineAuthorization", { projectId, resourceId: queue.id, type: "queue" });
    await driver.delete("Queue", queue);

    assert.equal(await driver.read("PipelineAuthorization", permission), undefined);
  });

  it("F60: a permission for the pool's id instead of the queue's fails", async () => {
    const { projectId } = driver.fixture;
    await driver.create("Pool", { name: "offset" });
    const pool = await driver.create("Pool", { name: "pool-id" });
    await driver.create("Queue", { projectId, agentPoolId: Number(pool.id) });

    await assert.rejects(
      driver.create("PipelineAuthorization", { projectId, resourceId: pool.id, type: "queue" }),
      /^Error: creating authorized resource: /,
    );
  });

  it("refuses a kind of resource that there is not", async () => {
    const { failures } = await driver.check("PipelineAuthorization", { projectId: "p", resourceId: "1", type: "pool" });

    assert.deepEqual(
      failures.map(({ property }) => property),
      ["type"],
    );
  });
});
