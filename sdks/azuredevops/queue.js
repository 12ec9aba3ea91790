"use strict";

const pulumi = require("@pulumi/pulumi");
const { hasType, resourceProperties, withVersion } = require("./utilities");

const schema = {
  inputs: ["agentPoolId", "name", "projectId"],
  outputs: [],
  required: ["projectId"],
};

class Queue extends pulumi.CustomResource {
  static __pulumiType = "azuredevops:index/queue:Queue";

  static get(name, id, state, opts) {
    return new Queue(name, state, { ...opts, id });
  }

  static isInstance(obj) {
    return hasType(obj, Queue.__pulumiType);
  }

  constructor(name, args, opts) {
    super(Queue.__pulumiType, name, resourceProperties(schema, args, opts), withVersion(opts));
  }
}

module.exports = { Queue };
