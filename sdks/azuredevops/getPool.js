"use strict";

const pulumi = require("@pulumi/pulumi");
const { withVersion } = require("./utilities");

const token = "azuredevops:index/getPool:getPool";

function getPool(args, opts) {
  return pulumi.runtime.invoke(token, { name: args?.name }, withVersion(opts));
}

function getPoolOutput(args, opts) {
  return pulumi.runtime.invokeOutput(token, { name: args?.name }, withVersion(opts));
}

module.exports = { getPool, getPoolOutput };
