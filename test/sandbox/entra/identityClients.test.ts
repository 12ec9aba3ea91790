import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ClientAssertionCredential, ClientSecretCredential } from "@azure/identity";
import { ResourceManagementClient } from "@azure/arm-resources";
import { ManagedServiceIdentityClient } from "@azure/arm-msi";
import { startTlsCloud, type TlsCloud } from "../tls/tlsCloud";

const subscriptionId = "00000000-0000-4000-8000-000000000001";

describe("Microsoft's identity client signs in to the sandbox through its TLS front", () => {
  let cloud: TlsCloud;
  let options: {
    authorityHost: string;
    disableInstanceDiscovery: true;
    tlsOptions: { ca: string };
    retryOptions: { maxRetries: 0 };
  };

  before(async () => {
    cloud = await startTlsCloud();
    options = {
      authorityHost: cloud.entraTlsUrl,
      disableInstanceDiscovery: true,
      tlsOptions: { ca: readFileSync(cloud.caFile, "utf8") },
      retryOptions: { maxRetries: 0 },
    };
  });
  after(() => cloud.stop());

  const deployer = (secret = cloud.directory.deployerSecret) =>
    new ClientSecretCredential(cloud.directory.tenantId, cloud.directory.deployer.clientId, secret, options);

  const clientOptions = () => ({
    endpoint: cloud.azureTlsUrl,
    credentialScopes: "https://management.core.windows.net//.default",
    tlsOptions: options.tlsOptions,
  });

  it("with the secret of the principal that deploys, whom Azure Resource Manager then takes for the owner", async () => {
    const client = new ResourceManagementClient(deployer(), subscriptionId, clientOptions());
    await client.resourceGroups.createOrUpdate("rg", { location: "westeurope" });
    assert.equal((await client.resourceGroups.get("rg")).location, "westeurope");
  });

  it("with a token for the address of the resource manager, which its clients ask for unless they are told otherwise", async () => {
    const { credentialScopes: _scopes, ...untold } = clientOptions();
    const client = new ResourceManagementClient(deployer(), subscriptionId, untold);
    assert.equal((await client.resourceGroups.checkExistence("none")).body, false);
  });

  it("and is told of a wrong secret: AADSTS7000215", async () => {
    await assert.rejects(deployer("wrong").getToken("https://management.azure.com/.default"), /AADSTS7000215/);
  });

  it("as a managed identity, with a token by which Azure DevOps vouches for a service connection", async () => {
    const subject = "/eid1/c/pub/t/tenant/a/azuredevops/connection";
    const identities = new ManagedServiceIdentityClient(deployer(), subscriptionId, clientOptions());
    const identity = await identities.userAssignedIdentities.createOrUpdate("rg", "builds", { location: "westeurope" });
    await identities.federatedIdentityCredentials.createOrUpdate("rg", "builds", "connection", {
      issuer: `https://login.microsoftonline.com/${cloud.directory.tenantId}/v2.0`,
      subject,
      audiences: ["api://AzureADTokenExchange"],
    });
    const credential = new ClientAssertionCredential(
      cloud.directory.tenantId,
      identity.clientId ?? "",
      () =>
        cloud.directory.issueIdToken({
          issuer: cloud.directory.idTokenIssuer,
          subject,
          audience: "api://AzureADTokenExchange",
        }),
      options,
    );
    const { token } = await credential.getToken("https://management.azure.com/.default");
    const named = await cloud.directory.verifyToken(token, ["https://management.azure.com"]);
    assert.equal(named?.objectId, identity.principalId);
  });
});
