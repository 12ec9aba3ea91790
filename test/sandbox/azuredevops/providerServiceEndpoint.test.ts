import assert from "node:assert/strict";
import { unknownValue } from "../../../sandbox/engine/provider/properties";
import { ProviderFixture } from "./providerFixture";

describe("Azure DevOps provider: service connection to Azure", () => {
  let driver: ProviderFixture;
  before(async () => {
    driver = await ProviderFixture.open();
  });
  after(() => driver.fixture.close());

  const connection = (serviceEndpointName: string) => ({
    projectId: driver.fixture.projectId,
    serviceEndpointName,
    serviceEndpointAuthenticationScheme: "WorkloadIdentityFederation",
    credentials: { serviceprincipalid: "5c1b1f5e-8b1f-4f6b-9a53-0a3f4f2b7c11" },
    azurermSpnTenantid: driver.fixture.directory.tenantId,
    azurermSubscriptionId: "00000000-0000-4000-8000-000000000001",
    azurermSubscriptionName: "sandbox",
  });

  it("has the generated issuer and subject as outputs", async () => {
    const { state } = await driver.create("ServiceEndpointAzureRM", connection("outputs"));

    assert.equal(
      state["workloadIdentityFederationIssuer"],
      `https://login.microsoftonline.com/${driver.fixture.directory.tenantId}/v2.0`,
    );
    assert.match(String(state["workloadIdentityFederationSubject"]), /^\/eid1\//);
    assert.deepEqual(
      [state["servicePrincipalId"], state["serverUrl"], state["description"]],
      ["5c1b1f5e-8b1f-4f6b-9a53-0a3f4f2b7c11", "https://management.azure.com/", "Managed by Pulumi"],
    );
  });

  it("does not know them in the preview of its creation", async () => {
    const { inputs } = await driver.check("ServiceEndpointAzureRM", connection("preview"));

    const { state } = await driver.type("ServiceEndpointAzureRM").create({
      urn: "urn:pulumi:s::p::azuredevops:index/serviceEndpointAzureRM:ServiceEndpointAzureRM::c",
      name: "c",
      inputs,
      preview: true,
      timeoutSeconds: 0,
    });

    assert.deepEqual(
      [state["workloadIdentityFederationIssuer"], state["workloadIdentityFederationSubject"]],
      [unknownValue, unknownValue],
    );
  });

  it("has nothing to change after a refresh", async () => {
    const kept = await driver.create("ServiceEndpointAzureRM", connection("steady"));

    const live = await driver.read("ServiceEndpointAzureRM", kept);

    assert.ok(live);
    assert.deepEqual((await driver.diff("ServiceEndpointAzureRM", live, connection("steady"))).changes, []);
  });

  it("is renamed in place and replaced for another scheme", async () => {
    const kept = await driver.create("ServiceEndpointAzureRM", connection("before"));

    const renamed = await driver.diff("ServiceEndpointAzureRM", kept, connection("after"));
    const other = { ...connection("before"), serviceEndpointAuthenticationScheme: "ServicePrincipal" };
    const replaced = await driver.diff("ServiceEndpointAzureRM", kept, other);
    const updated = await driver.update("ServiceEndpointAzureRM", kept, connection("after"));

    assert.deepEqual(renamed.changes, [{ path: "serviceEndpointName", kind: "update", replaces: false }]);
    assert.deepEqual(replaced.changes, [
      { path: "serviceEndpointAuthenticationScheme", kind: "update", replaces: true },
    ]);
    assert.deepEqual([updated.state["serviceEndpointName"], updated.id], ["after", kept.id]);
  });

  it("deletes the connection again when it is to be validated and its credential does not exist yet", async () => {
    const inputs = { ...connection("validated"), features: { validate: true } };

    await assert.rejects(driver.create("ServiceEndpointAzureRM", inputs), /^Error: Error validating connection: /);

    const api = await (await driver.fixture.webApi()).getServiceEndpointApi();
    const left = await api.getServiceEndpointsByNames(driver.fixture.projectId, ["validated"]);
    assert.deepEqual(
      left.map(({ name }) => name),
      [],
    );
  });

  it("deletes the connection again when the service cannot make it ready", async () => {
    driver.fixture.emulator.faults.add({
      method: "POST",
      path: "serviceendpoint/endpoints",
      effect: { kind: "failOperation", code: "Failed", message: "Failed to create an app in Entra." },
    });

    await assert.rejects(
      driver.create("ServiceEndpointAzureRM", connection("unready")),
      /^Error: waiting for service endpoint ready\. Failed to create an app in Entra\.$/,
    );

    const { serviceEndpoints } = await driver.fixture.administer("GET", "summary");
    assert.equal(JSON.stringify(serviceEndpoints).includes("unready"), false);
  });

  it("wants a subscription or a management group", async () => {
    const { azurermSubscriptionId: _id, azurermSubscriptionName: _name, ...inputs } = connection("nowhere");

    await assert.rejects(
      driver.create("ServiceEndpointAzureRM", inputs),
      /^Error: One of either subscription scoped .* details must be provided$/,
    );
  });

  it("can be permitted to pipelines, and leaves nothing after deletion", async () => {
    const { projectId } = driver.fixture;
    const kept = await driver.create("ServiceEndpointAzureRM", connection("complete"));
    const permission = await driver.create("PipelineAuthorization", {
      projectId,
      resourceId: kept.id,
      type: "endpoint",
    });

    await driver.delete("PipelineAuthorization", permission);
    await driver.delete("ServiceEndpointAzureRM", kept);

    assert.equal(await driver.read("ServiceEndpointAzureRM", kept), undefined);
  });
});
