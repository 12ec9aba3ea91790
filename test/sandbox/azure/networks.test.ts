import assert from "node:assert/strict";
import { ArmFixture, type Answer, errorCode, group } from "./armFixture";
import { clusterBody, poolBody } from "./bodies";

const location = "westeurope";
const outcome = (answer: Answer) => [answer.status, errorCode(answer)];

describe("Azure emulator: networks", () => {
  let arm: ArmFixture;
  const api = "2024-05-01";
  const vnet = `${group}/providers/Microsoft.Network/virtualNetworks/vnet`;
  const cluster = `${group}/providers/Microsoft.ContainerService/managedClusters/aks`;
  const network = (subnets: unknown) => ({
    location,
    properties: { addressSpace: { addressPrefixes: ["10.240.0.0/16"] }, subnets },
  });
  before(async () => {
    arm = await ArmFixture.start();
    await arm.send("PUT", group, "2024-03-01", { location });
    await arm.run("PUT", vnet, api, network([{ name: "nodes", properties: { addressPrefix: "10.240.0.0/24" } }]));
  });
  after(() => arm.stop());

  for (const [what, prefix, code] of [
    ["outside of the network", "10.1.0.0/24", "NetcfgInvalidSubnet"],
    ["over another one", "10.240.0.128/25", "NetcfgSubnetRangesOverlap"],
    ["without a meaning", "10.240.1.0-10.240.1.255", "InvalidAddressPrefixFormat"],
  ] as const) {
    it(`refuses a subnet ${what}`, async () => {
      const answer = await arm.send("PUT", `${vnet}/subnets/more`, api, { properties: { addressPrefix: prefix } });
      assert.equal(errorCode(answer), code);
    });
  }

  it("F76: keeps a subnet, and its network, while nodes are in it", async () => {
    const pool = {
      name: "system",
      mode: "System",
      osType: "Linux",
      count: 1,
      vmSize: "Standard_D2s_v5",
      vnetSubnetID: `${vnet}/subnets/nodes`,
    };
    await arm.run("PUT", cluster, "2025-09-01", clusterBody({ agentPoolProfiles: [pool] }));
    const answers = [
      await arm.send("DELETE", `${vnet}/subnets/nodes`, api),
      await arm.send("DELETE", vnet, api),
      await arm.send("PUT", vnet, api, network([])),
    ];
    assert.deepEqual(answers.map(errorCode), Array(3).fill("InUseSubnetCannotBeDeleted"));
  });

  it("F79: refuses more nodes than the subnet has addresses for", async () => {
    const answer = await arm.send(
      "PUT",
      `${cluster}/agentPools/big`,
      "2025-09-01",
      poolBody({ vnetSubnetID: `${vnet}/subnets/nodes`, enableAutoScaling: true, minCount: 1, maxCount: 251 }),
    );
    assert.equal(errorCode(answer), "InsufficientSubnetSize");
  });

  it("leaves nothing when the resource group is deleted, although nodes are in the subnet", async () => {
    await arm.run("DELETE", group, "2024-03-01");
    assert.deepEqual((await arm.send("GET", "/_sandbox/resources", "")).body, { value: [] });
  });

  it("takes no new resource while the resource group is being deleted", async () => {
    await arm.send("PUT", group, "2024-03-01", { location });
    await arm.run("PUT", cluster, "2025-09-01", clusterBody());
    let open = () => undefined;
    arm.runtime.gate = new Promise((resolve) => {
      open = () => void resolve(undefined);
    });
    const deletion = await arm.send("DELETE", group, "2024-03-01");
    const refused = await arm.send("PUT", vnet, api, network([]));
    open();
    assert.deepEqual([deletion.status, ...outcome(refused)], [202, 409, "ResourceGroupBeingDeleted"]);
    assert.equal((await arm.follow(deletion)).status, 200);
  });
});
