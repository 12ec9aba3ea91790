"use strict";

const pulumi = require("@pulumi/pulumi");
const { getEnv, withVersion } = require("./utilities");

const plain = [
  "clientCertificatePath",
  "clientId",
  "clientIdFilePath",
  "clientSecretPath",
  "oidcAzureServiceConnectionId",
  "oidcRequestToken",
  "oidcRequestUrl",
  "oidcTokenFilePath",
  "tenantId",
];
const secret = ["clientCertificate", "clientCertificatePassword", "clientSecret", "oidcToken", "personalAccessToken"];
/** Provider properties travel as strings, so what is not one is sent as JSON. */
const json = ["auxiliaryTenantIds", "useCli", "useMsi", "useOidc"];

class Provider extends pulumi.ProviderResource {
  static __pulumiType = "azuredevops";

  static isInstance(obj) {
    return obj !== undefined && obj !== null && obj.__pulumiType === `pulumi:providers:${Provider.__pulumiType}`;
  }

  constructor(name, args, opts) {
    super(Provider.__pulumiType, name, providerProperties(args), withVersion(opts));
  }
}

function providerProperties(args) {
  return Object.fromEntries([
    ...plain.map((name) => [name, args?.[name]]),
    ...secret.map((name) => [name, args?.[name] === undefined ? undefined : pulumi.secret(args[name])]),
    ...json.map((name) => [name, args?.[name] === undefined ? undefined : pulumi.jsonStringify(args[name])]),
    ["orgServiceUrl", args?.orgServiceUrl ?? getEnv("AZDO_ORG_SERVICE_URL")],
  ]);
}

module.exports = { Provider };
