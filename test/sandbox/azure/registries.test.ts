import assert from "node:assert/strict";
import { ArmFixture, type Answer, errorCode, field, group, subscription } from "./armFixture";

const registry = (name: string) => `${group}/providers/Microsoft.ContainerRegistry/registries/${name}`;
const location = "westeurope";
const outcome = (answer: Answer) => [answer.status, errorCode(answer)];

describe("Azure emulator: registries", () => {
  let arm: ArmFixture;
  before(async () => {
    arm = await ArmFixture.start();
    await arm.send("PUT", group, "2024-03-01", { location });
  });
  after(() => arm.stop());

  const api = "2023-01-01-preview";
  const body = (sku = "Basic", properties = {}) => ({ location, sku: { name: sku }, properties });
  const refusals: readonly (readonly [string, string, unknown, string, number, string?])[] = [
    ["a name that somebody else has", "contoso", body(), "AlreadyInUse", 409],
    ["a name with a hyphen", "agents-4711", body(), "InvalidRegistryName", 400],
    ["a name of four characters", "abcd", body(), "InvalidRegistryName", 400],
    [
      "a network rule below Premium",
      "agents4711",
      body("Basic", { publicNetworkAccess: "Disabled" }),
      "SkuNotSupported",
      400,
    ],
    [
      "anonymous pull in Basic",
      "agents4711",
      body("Basic", { anonymousPullEnabled: true }),
      "AnonymousPullNotSupported",
      400,
    ],
    [
      "a role assignment mode before API version 2025-04-01",
      "agents4711",
      body("Basic", { roleAssignmentMode: "AbacRepositoryPermissions" }),
      "InvalidRequestContent",
      400,
    ],
    ["an unknown tier", "agents4711", body("Gold"), "InvalidRequestContent", 400],
    ["no tier", "agents4711", { location }, "InvalidRequestContent", 400],
  ];
  for (const [what, name, request, code, status] of refusals) {
    it(`refuses ${what}`, async () => {
      assert.deepEqual(outcome(await arm.send("PUT", registry(name), api, request)), [status, code]);
    });
  }

  it("fills in the login server, and role based permissions", async () => {
    await arm.run("PUT", registry("Agents4711"), "2025-11-01", body());
    const read = await arm.send("GET", registry("Agents4711"), "2025-11-01");
    assert.equal(field(read.body, "properties.loginServer"), "agents4711.azurecr.io");
    assert.equal(field(read.body, "properties.roleAssignmentMode"), "LegacyRegistryPermissions");
  });

  it("refuses in another group the name that is in use in this one", async () => {
    await arm.send("PUT", `${subscription}/resourceGroups/two`, "2024-03-01", { location });
    const other = registry("agents4711").replace("/rg/", "/two/");
    assert.deepEqual(outcome(await arm.send("PUT", other, api, body())), [409, "AlreadyInUse"]);
  });
});
