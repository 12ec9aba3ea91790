"use strict";

const pulumi = require("@pulumi/pulumi");
const { withVersion } = require("./utilities");

const token = "azuredevops:index/getProject:getProject";

function getProject(args, opts) {
  return pulumi.runtime.invoke(token, { name: args?.name, projectId: args?.projectId }, withVersion(opts));
}

function getProjectOutput(args, opts) {
  return pulumi.runtime.invokeOutput(token, { name: args?.name, projectId: args?.projectId }, withVersion(opts));
}

module.exports = { getProject, getProjectOutput };
