import assert from "node:assert/strict";
import { ArmFixture, errorCode, field, group, subscription } from "./armFixture";

describe("Azure emulator: Azure Resource Manager", () => {
  let arm: ArmFixture;
  const vnet = `${group}/providers/Microsoft.Network/virtualNetworks/vnet`;

  before(async () => {
    arm = await ArmFixture.start();
    await arm.send("PUT", group, "2024-03-01", { location: "westeurope" });
  });
  after(() => arm.stop());

  it("asks for a token", async () => {
    const response = await fetch(`${arm.url}${group}?api-version=2024-03-01`);
    const body: unknown = await response.json();
    assert.deepEqual([response.status, field(body, "error.code")], [401, "AuthenticationFailed"]);
  });

  it("refuses a token for somebody else", async () => {
    const token = await arm.token("https://vault.azure.net");
    const answer = await arm.send("GET", group, "2024-03-01", undefined, { authorization: `Bearer ${token}` });
    assert.deepEqual([answer.status, errorCode(answer)], [401, "InvalidAuthenticationToken"]);
  });

  it("takes a token whose audience ends with a slash", async () => {
    const token = await arm.token("https://management.azure.com/");
    const answer = await arm.send("GET", group, "2024-03-01", undefined, { authorization: `Bearer ${token}` });
    assert.equal(answer.status, 200);
  });

  const refusals: readonly (readonly [string, string, string, string, string])[] = [
    ["without an API version", "GET", group, "", "MissingApiVersionParameter"],
    ["of an API version that the type does not have", "GET", vnet, "2019-01-01", "NoRegisteredProviderFound"],
    [
      "of an unknown type",
      "GET",
      `${group}/providers/Microsoft.Network/teapots/x`,
      "2024-05-01",
      "InvalidResourceType",
    ],
    [
      "of an unknown provider",
      "GET",
      `${group}/providers/Contoso.Tea/pots/x`,
      "2024-05-01",
      "InvalidResourceNamespace",
    ],
    ["in a group that does not exist", "GET", vnet.replace("/rg/", "/none/"), "2024-05-01", "ResourceGroupNotFound"],
    ["of a resource that does not exist", "GET", vnet, "2024-05-01", "ResourceNotFound"],
    ["below a resource that does not exist", "PUT", `${vnet}/subnets/x`, "2024-05-01", "ParentResourceNotFound"],
    [
      "in what is no subscription",
      "GET",
      "/subscriptions/mine/resourceGroups/rg",
      "2024-03-01",
      "InvalidSubscriptionId",
    ],
  ];
  for (const [what, method, path, apiVersion, code] of refusals) {
    it(`refuses a request ${what}`, async () => {
      const answer = await arm.send(method, path, apiVersion, method === "PUT" ? {} : undefined);
      assert.equal(errorCode(answer), code);
    });
  }

  it("finds a resource whatever the case of its id", async () => {
    const answer = await arm.send("GET", group.toUpperCase().replace("/SUBSCRIPTIONS", "/subscriptions"), "2024-03-01");
    assert.equal(field(answer.body, "id"), group);
  });

  it("answers a DELETE of nothing with 204", async () => {
    assert.equal((await arm.send("DELETE", vnet, "2024-05-01")).status, 204);
  });

  it("refuses to move a resource to another region", async () => {
    const answer = await arm.send("PUT", group, "2024-03-01", { location: "northeurope" });
    assert.deepEqual([answer.status, errorCode(answer)], [409, "InvalidResourceLocation"]);
  });

  it("creates in the background: 201 with an operation to follow, then the resource", async () => {
    const body = { location: "westeurope", properties: { addressSpace: { addressPrefixes: ["10.0.0.0/16"] } } };
    const first = await arm.send("PUT", vnet, "2024-05-01", body);
    assert.deepEqual([first.status, field(first.body, "properties.provisioningState")], [201, "Creating"]);
    assert.equal(first.headers.get("retry-after"), "0");
    assert.match(
      first.headers.get("azure-asyncoperation") ?? "",
      /\/Microsoft\.Network\/locations\/westeurope\/operations\//,
    );
    const again = await arm.run("PUT", vnet, "2024-05-01", body);
    assert.equal(field(again.body, "status"), "Succeeded");
    const read = await arm.send("GET", vnet, "2024-05-01");
    assert.equal(field(read.body, "properties.provisioningState"), "Succeeded");
  });

  it("writes only when the ETag still fits", async () => {
    const body = { location: "westeurope", properties: { addressSpace: { addressPrefixes: ["10.0.0.0/16"] } } };
    const stale = await arm.send("PUT", vnet, "2024-05-01", body, { "if-match": '"stale"' });
    assert.deepEqual([stale.status, errorCode(stale)], [412, "PreconditionFailed"]);
    const etag = String(field((await arm.send("GET", vnet, "2024-05-01")).body, "etag"));
    assert.equal((await arm.send("PUT", vnet, "2024-05-01", body, { "if-match": etag })).status, 200);
  });

  it("lists page by page", async () => {
    await arm.send("PUT", `${subscription}/resourceGroups/second`, "2024-03-01", { location: "westeurope" });
    const first = await arm.send("GET", `${subscription}/resourceGroups?$top=1`, "2024-03-01");
    const second = await arm.send("GET", String(field(first.body, "nextLink")), "");
    const names = [first, second].map(({ body }) => field(body, "value.0.name"));
    assert.deepEqual([names, field(second.body, "nextLink")], [["rg", "second"], undefined]);
  });

  it("tells what providers and locations there are", async () => {
    const provider = await arm.send("GET", `${subscription}/providers/Microsoft.ContainerService`, "2021-04-01");
    assert.equal(field(provider.body, "registrationState"), "Registered");
    const locations = await arm.send("GET", `${subscription}/locations`, "2022-12-01");
    assert.match(JSON.stringify(locations.body), /"westeurope"/);
  });

  it("fails an operation when it is told to, and says why", async () => {
    arm.faults.add({
      method: "PUT",
      path: "/virtualNetworks/unlucky",
      effect: { kind: "failOperation", code: "QuotaExceeded", message: "no more" },
    });
    const body = { location: "westeurope", properties: { addressSpace: { addressPrefixes: ["10.0.0.0/16"] } } };
    const ended = await arm.run(
      "PUT",
      `${group}/providers/Microsoft.Network/virtualNetworks/unlucky`,
      "2024-05-01",
      body,
    );
    assert.deepEqual([field(ended.body, "status"), errorCode(ended)], ["Failed", "QuotaExceeded"]);
    const read = await arm.send("GET", `${group}/providers/Microsoft.Network/virtualNetworks/unlucky`, "2024-05-01");
    assert.equal(field(read.body, "properties.provisioningState"), "Failed");
  });

  it("answers with an injected failure once", async () => {
    arm.faults.add({
      path: "/resourceGroups/rg",
      effect: { kind: "answer", status: 503, body: { error: { code: "Down", message: "" } } },
    });
    const statuses = [await arm.send("GET", group, "2024-03-01"), await arm.send("GET", group, "2024-03-01")];
    assert.deepEqual(
      statuses.map(({ status }) => status),
      [503, 200],
    );
  });
});
