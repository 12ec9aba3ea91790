"use strict";

const pulumi = require("@pulumi/pulumi");
const { hasType, resourceProperties, withVersion } = require("./utilities");

const schema = {
  inputs: ["accountLicenseType", "licensingSource", "origin", "originId"],
  outputs: ["descriptor", "displayName"],
  required: ["originId"],
};

class ServicePrincipalEntitlement extends pulumi.CustomResource {
  static __pulumiType = "azuredevops:index/servicePrincipalEntitlement:ServicePrincipalEntitlement";

  static get(name, id, state, opts) {
    return new ServicePrincipalEntitlement(name, state, { ...opts, id });
  }

  static isInstance(obj) {
    return hasType(obj, ServicePrincipalEntitlement.__pulumiType);
  }

  constructor(name, args, opts) {
    super(ServicePrincipalEntitlement.__pulumiType, name, resourceProperties(schema, args, opts), withVersion(opts));
  }
}

module.exports = { ServicePrincipalEntitlement };
