import assert from "node:assert/strict";
import { unknownValue } from "../../../sandbox/engine/provider/properties";
import type { CheckResult } from "../../../sandbox/engine/provider/resourceProvider";
import { ProviderFixture } from "./providerFixture";

const group = "azure-native:resources:ResourceGroup";
const cluster = "azure-native:containerservice:ManagedCluster";
const pool = "azure-native:containerservice:AgentPool";
const registry = "azure-native:containerregistry:Registry";
const role = "azure-native:authorization:RoleAssignment";

const reasons = ({ failures }: CheckResult) => failures.map(({ reason }) => reason);

describe("azure-native provider, inputs", () => {
  let fixture: ProviderFixture;
  before(async () => {
    fixture = await ProviderFixture.start();
  });
  after(() => fixture.stop());

  describe("names that the program does not give", () => {
    it("a resource of its own: logical name and eight hexadecimal digits", async () => {
      const { inputs } = await fixture.check(group, "fleet", {});
      assert.match(String(inputs["resourceGroupName"]), /^fleet[0-9a-f]{8}$/);
      assert.equal(inputs["__createBeforeDelete"], true);
    });

    it("a part of another resource: the logical name", async () => {
      const { inputs } = await fixture.check(pool, "wina", { resourceGroupName: "rg", resourceName: "aks" });
      assert.equal(inputs["agentPoolName"], "wina");
      assert.equal(inputs["__createBeforeDelete"], undefined);
    });

    it("a role assignment: a UUID", async () => {
      const program = { scope: "/subscriptions/s", principalId: "p", roleDefinitionId: "r" };
      const { inputs } = await fixture.check(role, "pull", program);
      assert.match(String(inputs["roleAssignmentName"]), /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/);
    });

    it("are the same in preview and update", async () => {
      const first = await fixture.check(group, "fleet", {});
      const second = await fixture.check(group, "fleet", {});
      assert.deepEqual(first.inputs, second.inputs);
    });

    it("stay what they were", async () => {
      const old = { resourceGroupName: "fleet0", location: "westeurope", __createBeforeDelete: true };
      const { inputs } = await fixture.check(group, "fleet", {}, old);
      assert.deepEqual(inputs, { ...old, azureApiVersion: "2024-03-01" });
    });
  });

  describe("the location", () => {
    it("is the configured one", async () => {
      assert.equal((await fixture.check(group, "fleet", {})).inputs["location"], "westeurope");
    });

    it("is not given to what has none", async () => {
      const { inputs } = await fixture.check(pool, "wina", { resourceGroupName: "rg", resourceName: "aks" });
      assert.equal("location" in inputs, false);
    });
  });

  describe("problems", () => {
    it("a required input is missing, also inside of another", async () => {
      const program = { resourceGroupName: "rg", resourceName: "aks", maintenanceWindow: { durationHours: 4 } };
      const result = await fixture.check("azure-native:containerservice:MaintenanceConfiguration", "m", program);
      assert.deepEqual(reasons(result), [
        "missing required property 'maintenanceWindow.schedule'",
        "missing required property 'maintenanceWindow.startTime'",
      ]);
    });

    it("a value is of another type", async () => {
      const program = { resourceGroupName: "rg", resourceName: "aks", count: "3", nodeTaints: "a=b:NoSchedule" };
      assert.deepEqual(reasons(await fixture.check(pool, "wina", program)), [
        "'count' should be of type 'number' but got a string",
        "'nodeTaints' should be of type 'array' but got a string",
      ]);
    });

    it("a value is outside of the specification's limits", async () => {
      const program = {
        resourceGroupName: "rg",
        agentPoolProfiles: [{ name: "System", osDiskSizeGB: 4096 }],
        networkProfile: { podCidr: "10.244.0.0/33" },
      };
      assert.deepEqual(reasons(await fixture.check(cluster, "aks", program)).sort(), [
        "'agentPoolProfiles[0].name' does not match expression '^[a-z][a-z0-9]{0,11}$'",
        "'agentPoolProfiles[0].osDiskSizeGB' is too high (4096.000000 > 2048.000000)",
        String.raw`'networkProfile.podCidr' does not match expression '^([0-9]{1,3}\.){3}[0-9]{1,3}(\/([0-9]|[1-2][0-9]|3[0-2]))?$'`,
      ]);
    });

    it("an auto-name that the service cannot take", async () => {
      const program = { resourceGroupName: "rg", sku: { name: "Basic" } };
      const [reason = ""] = reasons(await fixture.check(registry, "agent-images", program));
      assert.match(reason, /^'registryName' does not match expression/);
    });

    it("none with values that are not known yet", async () => {
      const program = { resourceGroupName: unknownValue, resourceName: unknownValue, nodeLabels: unknownValue };
      assert.deepEqual(reasons(await fixture.check(pool, "wina", program)), []);
    });
  });

  describe("without a configured location", () => {
    it("takes that of the resource group", async () => {
      const other = await ProviderFixture.start({ location: undefined });
      try {
        await other.create(group, "rg", { resourceGroupName: "rg", location: "northeurope" });
        const program = { resourceGroupName: "rg", sku: { name: "Basic" } };
        assert.equal((await other.check(registry, "images", program)).inputs["location"], "northeurope");
      } finally {
        await other.stop();
      }
    });

    it("says how to configure one", async () => {
      const other = await ProviderFixture.start({ location: undefined });
      try {
        const program = { resourceGroupName: "unknown" };
        assert.deepEqual(reasons(await other.check(cluster, "aks", program)), [
          "missing required property 'location'. Either set it explicitly or configure it with 'pulumi config set azure-native:location <value>'.",
        ]);
      } finally {
        await other.stop();
      }
    });
  });
});
