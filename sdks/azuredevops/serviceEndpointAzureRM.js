"use strict";

const pulumi = require("@pulumi/pulumi");
const { hasType, resourceProperties, withVersion } = require("./utilities");

const schema = {
  inputs: [
    "azurermManagementGroupId",
    "azurermManagementGroupName",
    "azurermSpnTenantid",
    "azurermSubscriptionId",
    "azurermSubscriptionName",
    "credentials",
    "environment",
    "features",
    "projectId",
    "resourceGroup",
    "serverUrl",
    "serviceEndpointAuthenticationScheme",
    "serviceEndpointName",
  ],
  outputs: [
    "authorization",
    "servicePrincipalId",
    "workloadIdentityFederationIssuer",
    "workloadIdentityFederationSubject",
  ],
  required: ["projectId", "serviceEndpointName"],
};

class ServiceEndpointAzureRM extends pulumi.CustomResource {
  static __pulumiType = "azuredevops:index/serviceEndpointAzureRM:ServiceEndpointAzureRM";

  static get(name, id, state, opts) {
    return new ServiceEndpointAzureRM(name, state, { ...opts, id });
  }

  static isInstance(obj) {
    return hasType(obj, ServiceEndpointAzureRM.__pulumiType);
  }

  constructor(name, args, opts) {
    const properties = resourceProperties(schema, args, opts);
    super(
      ServiceEndpointAzureRM.__pulumiType,
      name,
      { ...properties, credentials: keepKeySecret(properties.credentials) },
      withVersion(opts),
    );
  }
}

/** The schema marks the key and the certificate as secret; the SDK can only mark the whole property. */
function keepKeySecret(credentials) {
  return credentials === undefined
    ? undefined
    : pulumi
        .output(credentials)
        .apply((known) =>
          known.serviceprincipalkey !== undefined || known.serviceprincipalcertificate !== undefined
            ? pulumi.secret(known)
            : known,
        );
}

module.exports = { ServiceEndpointAzureRM };
