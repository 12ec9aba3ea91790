import assert from "node:assert/strict";
import { findRegistry } from "../../../builds/acr/findRegistry";
import { group } from "../../sandbox/azure/armFixture";
import { request, TaskFixture } from "./taskFixture";

describe("A registry", () => {
  let fixture: TaskFixture;
  const expected = { ...request.registry, roleAssignmentMode: "RBAC" };

  before(async () => {
    fixture = await TaskFixture.start();
  });
  after(() => fixture.stop());

  const id = `${group}/providers/Microsoft.ContainerRegistry/registries/agents4711`;
  for (const called of [id, id.toUpperCase(), "agents4711.azurecr.io", "agents4711", "Agents4711"]) {
    it(`is found when it is called ${called}`, async () => {
      const found = await findRegistry(called, fixture.azure);
      assert.equal(found.resourceGroupName.toLowerCase(), "rg");
      assert.deepEqual(
        {
          ...found,
          name: found.name.toLowerCase(),
          resourceGroupName: "rg",
          subscriptionId: found.subscriptionId.toLowerCase(),
        },
        expected,
      );
    });
  }

  it("is searched in the subscription of the access alone, when that has one", async () => {
    const elsewhere = { ...fixture.azure, subscriptionId: "00000000-0000-4000-8000-00000000000f" };
    await assert.rejects(findRegistry("agents4711", elsewhere), { code: "unknown-registry" });
  });

  it("that does not exist is an error that says so", async () => {
    const missing = { code: "unknown-registry", message: /There is no registry nowhere/ };
    await assert.rejects(findRegistry("nowhere", fixture.azure), missing);
    await assert.rejects(findRegistry(id.replace("agents4711", "nowhere"), fixture.azure), missing);
  });
});
