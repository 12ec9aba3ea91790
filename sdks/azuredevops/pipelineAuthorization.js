"use strict";

const pulumi = require("@pulumi/pulumi");
const { hasType, resourceProperties, withVersion } = require("./utilities");

const schema = {
  inputs: ["pipelineId", "pipelineProjectId", "projectId", "resourceId", "type"],
  outputs: [],
  required: ["projectId", "resourceId", "type"],
};

class PipelineAuthorization extends pulumi.CustomResource {
  static __pulumiType = "azuredevops:index/pipelineAuthorization:PipelineAuthorization";

  static get(name, id, state, opts) {
    return new PipelineAuthorization(name, state, { ...opts, id });
  }

  static isInstance(obj) {
    return hasType(obj, PipelineAuthorization.__pulumiType);
  }

  constructor(name, args, opts) {
    super(PipelineAuthorization.__pulumiType, name, resourceProperties(schema, args, opts), withVersion(opts));
  }
}

module.exports = { PipelineAuthorization };
