import assert from "node:assert/strict";
import { isRecord, unknownValue } from "../../../sandbox/engine/provider/properties";
import { cluster, clusterToken, group, groupToken, identityToken } from "./examples";
import { ProviderFixture } from "./providerFixture";

/** Expected values: pulumi-azure-native provider/pkg/convert/previewOutputs.go and `Update` in provider.go. */
describe("azure-native provider, preview", () => {
  let fixture: ProviderFixture;
  before(async () => {
    fixture = await ProviderFixture.start();
    await fixture.create(groupToken, "rg", group);
  });
  after(() => fixture.stop());

  it("of a creation knows the inputs and nothing else, at every depth", async () => {
    const outputs = await fixture.preview(clusterToken, "aks", cluster);
    const { dnsPrefix, location, fqdn, name, identityProfile, identity, agentPoolProfiles } = outputs;
    assert.deepEqual(
      { dnsPrefix, location, azureApiVersion: outputs["azureApiVersion"] },
      { dnsPrefix: "aks", location: "westeurope", azureApiVersion: "2025-09-01" },
    );
    assert.deepEqual([fqdn, name, identityProfile], [unknownValue, unknownValue, unknownValue]);
    assert.ok(isRecord(identity) && Array.isArray(agentPoolProfiles) && isRecord(agentPoolProfiles[0]));
    assert.deepEqual([identity["type"], identity["principalId"]], ["SystemAssigned", unknownValue]);
    assert.deepEqual(
      [agentPoolProfiles[0]["name"], agentPoolProfiles[0]["nodeImageVersion"]],
      ["system", unknownValue],
    );
  });

  it("of a creation creates nothing", async () => {
    await fixture.preview(identityToken, "none", { ...group, resourceName: "none" });
    const path = `/subscriptions/00000000-0000-4000-8000-000000000001/resourceGroups/rg/providers/Microsoft.ManagedIdentity/userAssignedIdentities/none`;
    assert.equal((await fixture.arm.send("GET", path, "2023-01-31")).status, 404);
  });

  it("of an update keeps name and location, and shows what else the service answers as unknown", async () => {
    const program = { ...group, resourceName: "agents" };
    const identity = await fixture.create(identityToken, "agents", program);
    const { state } = await fixture.update(identity, { ...program, tags: { a: "b" } }, true);
    const { name, location, tags, principalId } = state;
    assert.deepEqual(
      { name, location, tags, principalId },
      { name: "agents", location: "westeurope", tags: { a: "b" }, principalId: unknownValue },
    );
    assert.equal((await fixture.refresh(identity))?.state["tags"], undefined);
  });
});
