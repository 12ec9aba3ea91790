import assert from "node:assert/strict";
import { ArmFixture, type Answer, errorCode, field, group } from "./armFixture";

const account = (name: string) => `${group}/providers/Microsoft.Storage/storageAccounts/${name}`;
const location = "westeurope";
const storage = (properties = {}) => ({ location, kind: "StorageV2", sku: { name: "Standard_LRS" }, properties });
const outcome = (answer: Answer) => [answer.status, errorCode(answer)];

describe("Azure emulator: storage accounts", () => {
  let arm: ArmFixture;
  const api = "2024-01-01";
  before(async () => {
    arm = await ArmFixture.start();
    await arm.send("PUT", group, "2024-03-01", { location });
    await arm.run("PUT", account("contexts4711"), api, storage({ allowSharedKeyAccess: false }));
  });
  after(() => arm.stop());

  const refusals: readonly (readonly [string, string, unknown, string, number])[] = [
    ["a name that somebody else has", "contoso", storage(), "StorageAccountAlreadyTaken", 409],
    ["a name with a hyphen", "build-contexts", storage(), "AccountNameInvalid", 400],
    ["a name of 25 characters", "a".repeat(25), storage(), "AccountNameInvalid", 400],
    ["an unknown kind", "contexts4712", { ...storage(), kind: "StorageV3" }, "InvalidRequestContent", 400],
    ["an unknown TLS version", "contexts4712", storage({ minimumTlsVersion: "TLS2" }), "InvalidRequestContent", 400],
    ["an unknown property", "contexts4712", storage({ frobnicate: true }), "InvalidRequestContent", 400],
    [
      "another kind than it was created with",
      "contexts4711",
      { ...storage(), kind: "BlockBlobStorage" },
      "AccountPropertyCannotBeUpdated",
      400,
    ],
  ];
  for (const [what, name, request, code, status] of refusals) {
    it(`refuses ${what}`, async () => {
      assert.deepEqual(outcome(await arm.send("PUT", account(name), api, request)), [status, code]);
    });
  }

  const containers = `${account("contexts4711")}/blobServices/default/containers`;
  it("takes containers by their naming rule", async () => {
    const names = ["contexts", "ab", "Kontexte", "con--texts", "-contexts"];
    const answers = await Promise.all(names.map((name) => arm.send("PUT", `${containers}/${name}`, api, {})));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 400, 400, 400, 400],
    );
  });

  it("refuses a public container while the account forbids it", async () => {
    const answer = await arm.send("PUT", `${containers}/open`, api, { properties: { publicAccess: "Blob" } });
    assert.deepEqual(outcome(answer), [400, "PublicAccessNotPermitted"]);
  });

  it("has one lifecycle policy, named default", async () => {
    const definition = {
      actions: { baseBlob: { delete: { daysAfterModificationGreaterThan: 7 } } },
      filters: { blobTypes: ["blockBlob"] },
    };
    const policy = { properties: { policy: { rules: [{ name: "expire", type: "Lifecycle", definition }] } } };
    const put = (name: string) => arm.send("PUT", `${account("contexts4711")}/managementPolicies/${name}`, api, policy);
    assert.deepEqual(
      [(await put("default")).status, (await put("default")).status, (await put("mine")).status],
      [200, 200, 400],
    );
  });

  it("F111: keeps what is said about shared keys", async () => {
    const read = await arm.send("GET", account("contexts4711"), api);
    assert.equal(field(read.body, "properties.allowSharedKeyAccess"), false);
  });

  it("deletes at once, with all that is in it", async () => {
    await arm.run("PUT", account("shortlived"), api, storage());
    await arm.send("PUT", `${account("shortlived")}/blobServices/default/containers/one`, api, {});
    assert.equal((await arm.send("DELETE", account("shortlived"), api)).status, 200);
    const { body } = await arm.send("GET", "/_sandbox/resources", "");
    assert.doesNotMatch(JSON.stringify(body), /shortlived/);
  });
});
