import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  AzureCliCredential,
  ClientAssertionCredential,
  ClientCertificateCredential,
  ClientSecretCredential,
  ManagedIdentityCredential,
} from "@azure/identity";
import { azureAccess } from "../../../builds/azure/azureAccess";
import { federatedTokenSource } from "../../../builds/azure/federatedTokenSource";

const guid = "00000000-0000-4000-8000-00000000000a";
const principal = { ARM_TENANT_ID: guid, ARM_CLIENT_ID: guid };
const task = { tenantId: guid, servicePrincipalId: guid };

describe("Access to Azure from the environment", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "azure-access-"));
    writeFileSync(join(folder, "cert.pem"), "-----BEGIN CERTIFICATE-----\n");
    writeFileSync(join(folder, "cert.pfx"), "binary");
    writeFileSync(join(folder, "token"), "token-of-the-file\n");
  });
  after(() => rmSync(folder, { recursive: true }));

  it("is to the public cloud, with the signed-in az CLI, where nothing else is said", async () => {
    const access = await azureAccess({});
    assert.ok(access.credential instanceof AzureCliCredential);
    assert.equal(access.resourceManagerUrl, "https://management.azure.com");
    assert.equal(access.audience, "https://management.azure.com");
    assert.equal(access.subscriptionId, undefined);
  });

  it("is to the cloud that is named", async () => {
    const access = await azureAccess({ ARM_ENVIRONMENT: "usgovernment", ARM_SUBSCRIPTION_ID: guid });
    assert.equal(access.resourceManagerUrl, "https://management.usgovcloudapi.net");
    assert.equal(access.subscriptionId, guid);
    await assert.rejects(azureAccess({ ARM_ENVIRONMENT: "german" }), {
      code: "unknown-cloud",
      message: /german[^]*public, usgovernment, china/,
    });
    await assert.rejects(azureAccess({ ARM_METADATA_HOSTNAME: "127.0.0.1:1" }), {
      code: "unknown-cloud",
      message: /https:\/\/127\.0\.0\.1:1\/metadata\/endpoints[^]*NODE_EXTRA_CA_CERTS/,
    });
  });

  it("goes by the first way to sign in for which there is a variable, as azure-native does", async () => {
    const pem = { ARM_CLIENT_CERTIFICATE_PATH: join(folder, "cert.pem") };
    const secret = { ARM_CLIENT_SECRET: "s" };
    const oidc = { ARM_USE_OIDC: "true", ARM_OIDC_TOKEN: "t" };
    const ways = [
      [{ ...principal, ...pem, ...secret, ...oidc }, ClientCertificateCredential],
      [{ ...principal, ...secret, ...oidc, ARM_USE_MSI: "true" }, ClientSecretCredential],
      [{ ...principal, ...oidc, ARM_USE_MSI: "true", ...task, servicePrincipalKey: "k" }, ClientAssertionCredential],
      [{ ...principal, ARM_USE_MSI: "true", ...task, idToken: "t" }, ManagedIdentityCredential],
      [{ ...principal, ...task, idToken: "t" }, ClientAssertionCredential],
      [{ ...task, servicePrincipalKey: "k" }, ClientSecretCredential],
      [{ ...principal, ARM_CLIENT_SECRET: "" }, AzureCliCredential],
    ] as const;
    for (const [env, way] of ways) {
      assert.ok((await azureAccess(env)).credential instanceof way, `${Object.keys(env).join()} is not ${way.name}`);
    }
  });

  it("names all variables that are missing, and never a value", async () => {
    const canary = "canary-4711";
    await assert.rejects(azureAccess({ ARM_CLIENT_SECRET: canary }), (error: Error) => {
      assert.match(error.message, /ARM_TENANT_ID and ARM_CLIENT_ID are not set/);
      assert.ok(!error.message.includes(canary));
      return true;
    });
    await assert.rejects(azureAccess({ idToken: canary, tenantId: guid }), /servicePrincipalId is not set/);
    await assert.rejects(azureAccess({ ...principal, ARM_USE_OIDC: "1" }), /ARM_OIDC_TOKEN_FILE_PATH, or both/);
    await assert.rejects(
      azureAccess({ ...principal, ARM_CLIENT_CERTIFICATE_PATH: join(folder, "cert.pfx") }),
      /not of the form PEM[^]*openssl pkcs12/,
    );
    await assert.rejects(
      azureAccess({ ...principal, ARM_CLIENT_CERTIFICATE_PATH: join(folder, "nowhere.pem") }),
      /cannot be read/,
    );
  });

  it("reads a token's file each time, since such tokens last minutes", async () => {
    const source = federatedTokenSource({ ARM_OIDC_TOKEN_FILE_PATH: join(folder, "token") });
    assert.equal(await source(), "token-of-the-file");
    writeFileSync(join(folder, "token"), "the-next-one");
    assert.equal(await source(), "the-next-one");
    rmSync(join(folder, "token"));
    await assert.rejects(source(), { code: "not-signed-in", message: /ARM_OIDC_TOKEN_FILE_PATH cannot be read/ });
  });
});
