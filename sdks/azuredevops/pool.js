"use strict";

const pulumi = require("@pulumi/pulumi");
const { hasType, resourceProperties, withVersion } = require("./utilities");

const schema = {
  inputs: ["autoProvision", "autoUpdate", "name", "poolType"],
  outputs: [],
  required: [],
};

class Pool extends pulumi.CustomResource {
  static __pulumiType = "azuredevops:index/pool:Pool";

  static get(name, id, state, opts) {
    return new Pool(name, state, { ...opts, id });
  }

  static isInstance(obj) {
    return hasType(obj, Pool.__pulumiType);
  }

  constructor(name, args, opts) {
    super(Pool.__pulumiType, name, resourceProperties(schema, args, opts), withVersion(opts));
  }
}

module.exports = { Pool };
