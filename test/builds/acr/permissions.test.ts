import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { AcrBuildRequest } from "../../../builds/acr/acrBuild";
import { buildImage } from "../../../builds/acr/buildImage";
import { findRegistry } from "../../../builds/acr/findRegistry";
import type { Principal } from "../../../sandbox/entra/directory";
import { group, subscription } from "../../sandbox/azure/armFixture";
import { accessTo, Follower, quick, request, TaskFixture, untilDone } from "./taskFixture";

/** learn.microsoft.com/azure/role-based-access-control/built-in-roles/containers */
const roles = {
  AcrPush: "8311e382-0749-4cb8-b61a-304f252e45ec",
  "Container Registry Tasks Contributor": "fb382eab-e894-4461-af04-94435c366c3f",
  "Container Registry Repository Writer": "2a1e307c-b015-4ebd-883e-5b7698a07328",
};

describe("Who may build with ACR Tasks", () => {
  let fixture: TaskFixture;
  let principal: Principal;
  const idOf = (registry: string) => `${group}/providers/Microsoft.ContainerRegistry/registries/${registry}`;

  before(async () => {
    fixture = await TaskFixture.start();
    const body = { location: "westeurope", sku: { name: "Premium" } };
    const abac = { roleAssignmentMode: "AbacRepositoryPermissions" };
    await fixture.arm.run("PUT", idOf("abac4711"), "2025-11-01", { ...body, properties: abac });
    const rules = { networkRuleSet: { defaultAction: "Deny" } };
    await fixture.arm.run("PUT", idOf("closed4711"), "2025-11-01", { ...body, properties: rules });
  });
  after(() => fixture.stop());
  beforeEach(() => {
    principal = fixture.arm.directory.createPrincipal(randomUUID());
  });

  async function give(registry: string, ...names: (keyof typeof roles)[]): Promise<void> {
    for (const name of names) {
      const path = `${idOf(registry)}/providers/Microsoft.Authorization/roleAssignments/${randomUUID()}`;
      const roleDefinitionId = `${subscription}/providers/Microsoft.Authorization/roleDefinitions/${roles[name]}`;
      const properties = { roleDefinitionId, principalId: principal.objectId, principalType: "ServicePrincipal" };
      const { status } = await fixture.arm.send("PUT", path, "2022-04-01", { properties });
      assert.equal(status, 201);
    }
  }

  const access = () =>
    accessTo(fixture.arm, () => fixture.arm.directory.issueToken(principal.objectId, "https://management.azure.com"));
  async function build(registry: string, change: Partial<AcrBuildRequest> = {}) {
    const found = await findRegistry(idOf(registry), accessTo(fixture.arm));
    return buildImage({ ...request, registry: found, ...change }, access(), new Follower(), untilDone, quick);
  }

  it("F110: AcrPush is not enough, and the error names the role that is", async () => {
    await give("agents4711", "AcrPush");
    await assert.rejects(build("agents4711"), {
      code: "missing-permission",
      message: /listBuildSourceUploadUrl\/action[^]*Container Registry Tasks Contributor/,
    });
  });

  it("Container Registry Tasks Contributor is all that a registry of the usual mode asks for", async () => {
    await give("agents4711", "Container Registry Tasks Contributor");
    await findRegistry(idOf("agents4711"), access());
    assert.equal((await build("agents4711", { adopt: true })).images.length, 1);
  });

  it("F105: a registry that checks permissions by repository is told who asks, and asks for a writer's role", async () => {
    await give("abac4711", "Container Registry Tasks Contributor");
    await assert.rejects(build("abac4711"), {
      code: "push-denied",
      message: /Container Registry Repository Writer and Container Registry Repository Catalog Lister/,
    });
    await give("abac4711", "Container Registry Repository Writer");
    assert.equal((await build("abac4711")).images.length, 1);
  });

  it("F105: such a registry without the caller in the request says what is missing", async () => {
    await give("abac4711", "Container Registry Tasks Contributor", "Container Registry Repository Writer");
    const { subscriptionId, resourceGroupName, name, loginServer } = await findRegistry(
      idOf("abac4711"),
      accessTo(fixture.arm),
    );
    const unaware = { subscriptionId, resourceGroupName, name, loginServer };
    await assert.rejects(build("abac4711", { registry: unaware }), {
      code: "push-denied",
      message: /roleAssignmentMode/,
    });
  });

  it("a registry with network rules lets nobody's run in", async () => {
    await give("closed4711", "Container Registry Tasks Contributor");
    await assert.rejects(build("closed4711"), { code: "network-rules", message: /closed4711\.azurecr\.io/ });
  });
});

describe("A subscription without ACR Tasks", () => {
  it("F108: says so, and what to do instead", async () => {
    const fixture = await TaskFixture.start({ tasksAllowed: false });
    try {
      await assert.rejects(buildImage(request, fixture.azure, new Follower(), untilDone, quick), {
        code: "tasks-not-allowed",
        message: /kaniko/,
      });
    } finally {
      await fixture.stop();
    }
  });
});
