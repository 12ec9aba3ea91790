import assert from "node:assert/strict";
import { ArmFixture, field, subscription } from "./armFixture";

const loginUrl = "https://login.example.com";

describe("Azure emulator: what it tells of the cloud", () => {
  let arm: ArmFixture;
  before(async () => {
    arm = await ArmFixture.start({ loginUrl });
  });
  after(() => arm.stop());

  /** Asked by nobody in particular, through a TLS front. */
  async function metadata(apiVersion: string): Promise<unknown> {
    const response = await fetch(`${arm.url}/metadata/endpoints?api-version=${apiVersion}`, {
      headers: { "x-forwarded-proto": "https", "x-forwarded-host": "arm.example.com" },
    });
    assert.equal(response.status, 200);
    return response.json();
  }

  it("to az, which reads the form of 2015-01-01", async () => {
    const body = await metadata("2015-01-01");
    assert.equal(field(body, "authentication.loginEndpoint"), `${loginUrl}/`);
    assert.equal(field(body, "authentication.audiences.0"), "https://management.core.windows.net/");
    assert.equal(field(body, "graphEndpoint"), "https://graph.windows.net/");
    assert.equal(field(body, "galleryEndpoint"), "https://gallery.azure.com");
  });

  it("to the providers of Pulumi and Terraform, which read the form of 2022-09-01", async () => {
    const body = await metadata("2022-09-01");
    assert.equal(field(body, "resourceManager"), "https://arm.example.com/");
    assert.equal(field(body, "authentication.loginEndpoint"), loginUrl);
    assert.equal(field(body, "authentication.identityProvider"), "AAD");
    assert.equal(field(body, "suffixes.acrLoginServer"), "azurecr.io");
    assert.equal(field(body, "suffixes.storage"), "core.windows.net");
    // go-azure-sdk reads the endpoints of two names as those of the clouds that it knows.
    assert.equal(["AzureCloud", "AzureStackCloud"].includes(String(field(body, "name"))), false);
  });

  it("as a list in between", async () => {
    assert.equal(field(await metadata("2019-05-01"), "0.suffixes.keyVaultDns"), "vault.azure.net");
  });

  it("not without an API version", async () => {
    const response = await fetch(`${arm.url}/metadata/endpoints`);
    assert.deepEqual(
      [response.status, field(await response.json(), "error.code")],
      [400, "MissingApiVersionParameter"],
    );
  });

  it("where to sign in, to who comes without a token", async () => {
    const response = await fetch(`${arm.url}${subscription}?api-version=2022-12-01`);
    assert.equal(response.status, 401);
    const challenge = response.headers.get("www-authenticate") ?? "";
    assert.match(challenge, new RegExp(`authorization_uri="${loginUrl}/${arm.directory.tenantId}"`));
  });
});
