"use strict";

const pulumi = require("@pulumi/pulumi");
const { hasType, resourceProperties, withVersion } = require("./utilities");

const schema = {
  inputs: ["identityId", "resourceId", "roleName", "scope"],
  outputs: [],
  required: ["identityId", "resourceId", "roleName", "scope"],
};

class SecurityroleAssignment extends pulumi.CustomResource {
  static __pulumiType = "azuredevops:index/securityroleAssignment:SecurityroleAssignment";

  static get(name, id, state, opts) {
    return new SecurityroleAssignment(name, state, { ...opts, id });
  }

  static isInstance(obj) {
    return hasType(obj, SecurityroleAssignment.__pulumiType);
  }

  constructor(name, args, opts) {
    super(SecurityroleAssignment.__pulumiType, name, resourceProperties(schema, args, opts), withVersion(opts));
  }
}

module.exports = { SecurityroleAssignment };
