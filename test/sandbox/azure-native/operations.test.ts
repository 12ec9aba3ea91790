import assert from "node:assert/strict";
import { PartialResourceError } from "../../../sandbox/engine/provider/resourceProvider";
import { cluster, clusterToken, group, groupToken, identityToken, poolToken, windowsPool } from "./examples";
import { ProviderFixture, type Remembered } from "./providerFixture";

const failure = (status: number, code: string) => ({
  kind: "answer" as const,
  status,
  body: { error: { code, message: "as told" } },
});

describe("azure-native provider, operations", () => {
  let fixture: ProviderFixture;
  let aks: Remembered;
  before(async () => {
    fixture = await ProviderFixture.start();
    await fixture.create(groupToken, "rg", group);
    aks = await fixture.create(clusterToken, "aks", cluster);
  });
  afterEach(() => fixture.arm.faults.clear());
  after(() => fixture.stop());

  for (const [status, code] of [
    [408, "RequestTimeout"],
    [429, "TooManyRequests"],
    [500, "InternalServerError"],
    [503, "ServiceUnavailable"],
    [409, "AnotherOperationInProgress"],
  ] as const) {
    it(`tries again after ${status} ${code}, three times`, async () => {
      fixture.arm.faults.add({ method: "PUT", path: `/retry${status}`, times: 3, effect: failure(status, code) });
      const identity = await fixture.create(identityToken, "retry", { ...group, resourceName: `retry${status}` });
      assert.equal(identity.state["name"], `retry${status}`);
    });
  }

  it("gives up after the third retry, with Azure's code and message", async () => {
    fixture.arm.faults.add({ method: "PUT", path: "/tired", times: 4, effect: failure(503, "ServiceUnavailable") });
    await assert.rejects(fixture.create(identityToken, "tired", { ...group, resourceName: "tired" }), {
      message: 'Status=503 Code="ServiceUnavailable" Message="as told"',
    });
  });

  it("does not try again after another conflict: a second pool operation fails", async () => {
    fixture.arm.faults.add({ method: "PUT", path: "/agentPools/winb", effect: failure(409, "OperationNotAllowed") });
    await assert.rejects(fixture.create(poolToken, "winb", { ...windowsPool, agentPoolName: "winb" }), {
      message: 'Status=409 Code="OperationNotAllowed" Message="as told"',
    });
  });

  it("does not take over a resource that exists", async () => {
    await assert.rejects(fixture.create(clusterToken, "again", cluster), {
      message: `cannot create already existing resource '${aks.id}'`,
    });
  });

  it("F77: a creation that fails after it was accepted leaves the resource in the state", async () => {
    fixture.arm.faults.add({
      method: "PUT",
      path: "/agentPools/winc",
      effect: { kind: "failOperation", code: "AllocationFailed", message: "no capacity" },
    });
    const error: unknown = await fixture
      .create(poolToken, "winc", { ...windowsPool, agentPoolName: "winc" })
      .catch((reason: unknown) => reason);
    assert.ok(error instanceof PartialResourceError);
    assert.match(error.message, /Code="AllocationFailed" Message="no capacity"/);
    assert.equal(error.id, `${aks.id}/agentPools/winc`);
    assert.equal(error.state["provisioningState"], "Failed");
    assert.equal(error.inputs["agentPoolName"], "winc");
  });

  it("ends an operation that takes longer than the program allows", async () => {
    fixture.arm.faults.add({ method: "PUT", path: "/hanging", effect: { kind: "hang" } });
    const { inputs } = await fixture.check(identityToken, "hanging", { ...group, resourceName: "hanging" });
    const urn = `urn:pulumi:test::project::${identityToken}::hanging`;
    const request = { urn, name: "hanging", inputs, preview: false, timeoutSeconds: 1 };
    await assert.rejects(fixture.type(identityToken).create(request), { message: "operation timed out" });
  });

  it("F77: so does one that takes too long", async () => {
    fixture.arm.faults.add({ method: "GET", path: "/operations/", effect: { kind: "hang" } });
    const { inputs } = await fixture.check(poolToken, "wind", { ...windowsPool, agentPoolName: "wind" });
    const request = { urn: "", name: "wind", inputs, preview: false, timeoutSeconds: 1 };
    const error: unknown = await fixture
      .type(poolToken)
      .create(request)
      .catch((reason: unknown) => reason);
    assert.ok(error instanceof PartialResourceError);
    assert.equal(error.message, "operation timed out");
    assert.equal(error.id, `${aks.id}/agentPools/wind`);
  });

  it("says what cannot be reached", async () => {
    const lonely = await ProviderFixture.start();
    await lonely.stop();
    await assert.rejects(
      lonely.create(groupToken, "rg", group),
      /^Error: GET http:\/\/127\.0\.0\.1:\d+\/.* ECONNREFUSED/,
    );
  });
});
