import assert from "node:assert/strict";
import { ArmFixture, type Answer, errorCode, field, group, subscription } from "./armFixture";

const identity = (name: string) => `${group}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/${name}`;
const location = "westeurope";
const outcome = (answer: Answer) => [answer.status, errorCode(answer)];

const api = "2023-01-31";
const credential = (subject: string) => ({
  properties: { issuer: "https://issuer.example.com/", subject, audiences: ["api://AzureADTokenExchange"] },
});

/** Key Vault Secrets User (azure-docs built-in-roles/security.md). */
const keyVaultSecretsUser =
  "/subscriptions/dddddddd-0000-0000-0000-000000000000/providers/Microsoft.Authorization/roleDefinitions/4633458b-17de-408a-b874-0445c86b69e6";

describe("Azure emulator: identities and roles", () => {
  let arm: ArmFixture;
  const acrPull = `${subscription}/providers/Microsoft.Authorization/roleDefinitions/7f951dda-4ed3-4680-a7ca-43fe172d538d`;
  const assignment = (digit: string) =>
    `${group}/providers/Microsoft.Authorization/roleAssignments/${digit.repeat(8)}-2222-4333-8444-555555555555`;
  let principalId = "";

  before(async () => {
    arm = await ArmFixture.start({ principalFreshnessSeconds: 600, federatedCredentialWriteMilliseconds: 0 });
    await arm.send("PUT", group, "2024-03-01", { location });
    const created = await arm.send("PUT", identity("agent"), api, { location });
    principalId = String(field(created.body, "properties.principalId"));
  });
  after(() => arm.stop());

  const assign = (digit: string, properties: Record<string, unknown>) =>
    arm.send("PUT", assignment(digit), "2022-04-01", { properties: { roleDefinitionId: acrPull, ...properties } });

  it("does not know a fresh principal unless its type is given", async () => {
    assert.deepEqual(outcome(await assign("1", { principalId })), [400, "PrincipalNotFound"]);
    assert.equal((await assign("1", { principalId, principalType: "ServicePrincipal" })).status, 201);
  });

  it("refuses the same assignment under another name", async () => {
    await assign("1", { principalId, principalType: "ServicePrincipal" });
    const again = await assign("2", { principalId, principalType: "ServicePrincipal" });
    assert.deepEqual(outcome(again), [409, "RoleAssignmentExists"]);
  });

  it("refuses an unknown principal, an unknown role, the wrong type, and a name that is no GUID", async () => {
    const stranger = "99999999-2222-4333-8444-555555555555";
    const unknownRole = acrPull.replace("7f951dda", "00000000");
    const named = assignment("1").replace(/[^/]+$/, "mine");
    const answers = [
      await assign("3", { principalId: stranger, principalType: "ServicePrincipal" }),
      await assign("3", { principalId, principalType: "ServicePrincipal", roleDefinitionId: unknownRole }),
      await assign("3", { principalId, principalType: "User" }),
      await arm.send("PUT", named, "2022-04-01", { properties: { roleDefinitionId: acrPull, principalId } }),
    ];
    assert.deepEqual(answers.map(errorCode), [
      "PrincipalNotFound",
      "RoleDefinitionDoesNotExist",
      "UnmatchedPrincipalType",
      "InvalidRoleAssignmentId",
    ]);
  });

  it("takes secrets of key vaults that other people have as scopes, and no resources of its own that do not exist", async () => {
    const body = { roleDefinitionId: keyVaultSecretsUser, principalId, principalType: "ServicePrincipal" };
    const name = "providers/Microsoft.Authorization/roleAssignments/77777777-2222-4333-8444-555555555555";
    const elsewhere = "/subscriptions/dddddddd-0000-0000-0000-000000000000/resourceGroups/domain/providers";
    const assignOn = (scope: string) => arm.send("PUT", `${scope}/${name}`, "2022-04-01", { properties: body });
    assert.equal((await assignOn(`${elsewhere}/Microsoft.KeyVault/vaults/contoso/secrets/reader`)).status, 201);
    assert.equal((await assignOn(`${group}/providers/Microsoft.ContainerRegistry/registries/none`)).status, 404);
  });

  it("refuses to turn an assignment to another principal", async () => {
    await assign("1", { principalId, principalType: "ServicePrincipal" });
    const other = await arm.send("PUT", identity("other"), api, { location });
    const answer = await assign("1", {
      principalId: field(other.body, "properties.principalId"),
      principalType: "ServicePrincipal",
    });
    assert.equal(errorCode(answer), "RoleAssignmentUpdateNotPermitted");
  });

  it("refuses a twenty-first federated credential", async () => {
    await arm.send("PUT", identity("full"), api, { location });
    const statuses = [];
    for (let index = 1; index <= 21; index += 1) {
      const path = `${identity("full")}/federatedIdentityCredentials/credential${index}`;
      statuses.push((await arm.send("PUT", path, api, credential(`subject${index}`))).status);
    }
    assert.deepEqual(statuses, [...Array.from({ length: 20 }, () => 201), 400]);
  });

  it("refuses two federated credentials with one issuer and subject", async () => {
    await arm.send("PUT", identity("twin"), api, { location });
    const put = (name: string) =>
      arm.send("PUT", `${identity("twin")}/federatedIdentityCredentials/${name}`, api, credential("same"));
    assert.deepEqual([(await put("one")).status, (await put("two")).status], [201, 409]);
  });

  it("forgets the principal of a deleted identity", async () => {
    const created = await arm.send("PUT", identity("gone"), api, { location });
    await arm.send("DELETE", identity("gone"), api);
    assert.equal(arm.directory.principal(String(field(created.body, "properties.principalId"))), undefined);
  });
});

describe("Azure emulator: federated credentials", () => {
  it("are refused when they are written at the same time to one identity", async () => {
    const arm = await ArmFixture.start({ federatedCredentialWriteMilliseconds: 1500 });
    await arm.send("PUT", group, "2024-03-01", { location });
    await arm.send("PUT", identity("busy"), api, { location });
    const put = (name: string) =>
      arm.send("PUT", `${identity("busy")}/federatedIdentityCredentials/${name}`, api, credential(name));
    const answers = await Promise.all([put("one"), put("two")]);
    await arm.stop();
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409]);
    assert.ok(answers.map(errorCode).includes("ConcurrentFederatedIdentityCredentialsWritesForSingleManagedIdentity"));
  });
});
