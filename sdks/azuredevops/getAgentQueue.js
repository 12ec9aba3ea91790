"use strict";

const pulumi = require("@pulumi/pulumi");
const { withVersion } = require("./utilities");

const token = "azuredevops:index/getAgentQueue:getAgentQueue";

function getAgentQueue(args, opts) {
  return pulumi.runtime.invoke(token, { name: args?.name, projectId: args?.projectId }, withVersion(opts));
}

function getAgentQueueOutput(args, opts) {
  return pulumi.runtime.invokeOutput(token, { name: args?.name, projectId: args?.projectId }, withVersion(opts));
}

module.exports = { getAgentQueue, getAgentQueueOutput };
