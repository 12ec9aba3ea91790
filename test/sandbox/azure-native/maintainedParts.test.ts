import assert from "node:assert/strict";
import { keepMaintained, omitMaintained, resetMaintained } from "../../../sandbox/azure-native/maintainedParts";
import { resourceTypes } from "../../../sandbox/azure-native/resourceTypes";

/** Source: pulumi-azure-native CONTRIBUTING.md, "Sub-resources". */
describe("azure-native provider, parts that may be resources of their own", () => {
  const network = resourceTypes.get("azure-native:network:VirtualNetwork");
  assert.ok(network);
  const live = { properties: { subnets: [{ name: "nodes" }], virtualNetworkPeerings: [] } };

  it("begin empty", () => {
    assert.deepEqual(resetMaintained(network, { location: "x" }), {
      location: "x",
      properties: { subnets: [], virtualNetworkPeerings: [] },
    });
  });

  it("are sent as the service has them when the program does not name them", async () => {
    const body = { tags: { a: "b" }, properties: { addressSpace: {} } };
    assert.deepEqual(await keepMaintained(network, body, async () => live), {
      tags: { a: "b" },
      properties: { addressSpace: {}, ...live.properties },
    });
  });

  it("are sent as the program names them", async () => {
    const body = { properties: { subnets: [], virtualNetworkPeerings: [] } };
    assert.equal(await keepMaintained(network, body, async () => live), body);
  });

  it("stay out of inputs that do not name them", () => {
    assert.deepEqual(omitMaintained(network, { name: "net", subnets: [{ name: "nodes" }] }, {}), { name: "net" });
  });
});
