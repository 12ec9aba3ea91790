import assert from "node:assert/strict";
import type { Principal } from "../../../sandbox/entra/directory";
import { Fixture, record } from "./fixture";

describe("Azure DevOps emulator: members and roles", () => {
  let fixture: Fixture;
  let now = new Date();
  before(async () => {
    fixture = await Fixture.open({ identityDelaySeconds: 60, now: () => now });
  });
  after(() => fixture.close());

  const later = (seconds: number) => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  const entitle = (principal: Pick<Principal, "objectId">, accountLicenseType = "express", caller?: Principal) =>
    fixture.request(
      "POST",
      "_apis/serviceprincipalentitlements",
      {
        accessLevel: { accountLicenseType, licensingSource: "account" },
        servicePrincipal: { origin: "aad", originId: principal.objectId, subjectKind: "servicePrincipal" },
      },
      caller,
    );
  const knownPrincipal = (name: string) => {
    const principal = fixture.directory.createPrincipal(name);
    later(120);
    return principal;
  };
  const newMember = async (name: string) => {
    const principal = knownPrincipal(name);
    const entitlement = record((await entitle(principal)).body["servicePrincipalEntitlement"]);
    return { principal, id: String(entitlement["id"]) };
  };
  const newPool = async (name: string) =>
    Number((await fixture.request("POST", "_apis/distributedtask/pools", { name })).body["id"]);
  const roles = (pool: number) =>
    `_apis/securityroles/scopes/distributedtask.agentpoolrole/roleassignments/resources/${pool}`;

  it("refuses a fresh identity with VS403283, in the body of a 200, and takes it later", async () => {
    now = new Date();
    const fresh = fixture.directory.createPrincipal("fresh");

    const early = await entitle(fresh);
    later(61);
    const late = await entitle(fresh);

    // terraform-provider-azuredevops#1603 quotes the text
    assert.deepEqual([early.status, early.body["isSuccess"]], [200, false]);
    assert.deepEqual(record(early.body["operationResult"])["errors"], [
      { key: "VS403283", value: `Could not add user '${fresh.objectId}' at this time.` },
    ]);
    assert.equal(late.body["isSuccess"], true);
  });

  it("knows the licence by the API's name when the portal's is given", async () => {
    const principal = knownPrincipal("licensed");

    const entitlement = record((await entitle(principal, "basic")).body["servicePrincipalEntitlement"]);

    assert.equal(record(entitlement["accessLevel"])["accountLicenseType"], "express");
  });

  it("changes a licence by a patch document", async () => {
    const { id } = await newMember("promoted");

    const answer = await fixture.request("PATCH", `_apis/serviceprincipalentitlements/${id}`, [
      { op: "replace", path: "/accessLevel", value: { accountLicenseType: "stakeholder", licensingSource: "account" } },
    ]);

    const entitlement = record(answer.body["servicePrincipalEntitlement"]);
    assert.equal(record(entitlement["accessLevel"])["accountLicenseType"], "stakeholder");
  });

  it("gives a member who returns the storage key of before", async () => {
    const { principal, id } = await newMember("returning");
    await fixture.request("DELETE", `_apis/serviceprincipalentitlements/${id}`);

    const again = record((await entitle(principal)).body["servicePrincipalEntitlement"]);

    assert.equal(again["id"], id);
  });

  it("marks a member whose principal is gone from Entra", async () => {
    const { principal, id } = await newMember("ghost");
    fixture.directory.deletePrincipal(principal.objectId);

    const answer = await fixture.request("GET", `_apis/serviceprincipalentitlements/${id}`);

    assert.equal(record(answer.body["servicePrincipal"])["isDeletedInOrigin"], true);
  });

  it("lets only a Project Collection Administrator add members", async () => {
    const { principal } = await newMember("not-admin");

    const answer = await entitle(knownPrincipal("friend"), "express", principal);

    assert.match(JSON.stringify(answer.body), /"5032".*Access Denied: not-admin needs the following permission/);
  });

  it("a role for the principal's object id is passed over: the storage key is wanted", async () => {
    const { principal, id } = await newMember("three-ids");
    const pool = await newPool("three-ids");
    const assign = (userId: string) => fixture.request("PUT", roles(pool), [{ userId, roleName: "Administrator" }]);

    const byObjectId = await assign(principal.objectId);
    const byStorageKey = await assign(id);

    assert.deepEqual([byObjectId.status, byObjectId.body["count"]], [200, 0]);
    assert.deepEqual([byStorageKey.status, byStorageKey.body["count"]], [200, 1]);
  });

  it("lets the administrator of one pool register agents there, and on no other pool", async () => {
    const { principal, id } = await newMember("class-a");
    const [poolA, poolB] = [await newPool("class-a"), await newPool("class-b")];
    await fixture.request("PUT", roles(poolA), [{ userId: id, roleName: "Administrator" }]);
    const register = (pool: number) =>
      fixture.request("POST", `_apis/distributedtask/pools/${pool}/agents`, { name: "agent" }, principal);

    assert.equal((await register(poolA)).status, 200);
    const refused = await register(poolB);
    assert.equal(refused.status, 403);
    // azure-pipelines-agent#931 quotes the text
    assert.match(
      String(refused.body["message"]),
      /^Access denied\. class-a needs Manage permissions for pool class-b to perform the action\./,
    );
  });

  for (const roleName of ["Reader", "ServiceAccount", "User"]) {
    it(`F27: a ${roleName} of a pool cannot register agents`, async () => {
      const { principal, id } = await newMember(`as-${roleName}`);
      const pool = await newPool(`for-${roleName}`);
      await fixture.request("PUT", roles(pool), [{ userId: id, roleName }]);

      const path = `_apis/distributedtask/pools/${pool}/agents`;
      const answer = await fixture.request("POST", path, { name: "agent" }, principal);

      assert.equal(answer.status, 403);
    });
  }

  it("lets a pool's administrator neither create pools nor delete another's", async () => {
    const { principal } = await newMember("modest");
    const pool = await newPool("precious");

    const create = await fixture.request("POST", "_apis/distributedtask/pools", { name: "mine" }, principal);
    const remove = await fixture.request("DELETE", `_apis/distributedtask/pools/${pool}`, undefined, principal);

    assert.deepEqual([create.status, remove.status], [403, 403]);
  });

  it("takes roles away by Microsoft's client, and with the member", async () => {
    const [first, second] = [await newMember("leaver-1"), await newMember("leaver-2")];
    const pool = await newPool("leaving");
    await fixture.request("PUT", roles(pool), [
      { userId: first.id, roleName: "Administrator" },
      { userId: second.id, roleName: "Reader" },
    ]);
    const securityRoles = await (await fixture.webApi()).getSecurityRolesApi();

    await securityRoles.removeRoleAssignments([first.id], "distributedtask.agentpoolrole", String(pool));
    await fixture.request("DELETE", `_apis/serviceprincipalentitlements/${second.id}`);

    const left = await securityRoles.getRoleAssignments("distributedtask.agentpoolrole", String(pool));
    assert.deepEqual(
      left.map((assignment) => assignment.identity?.displayName),
      ["sandbox-deployer"],
    );
  });
});
