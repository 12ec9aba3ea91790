"use strict";

exports.Pool = require("./pool").Pool;
exports.Queue = require("./queue").Queue;
exports.PipelineAuthorization = require("./pipelineAuthorization").PipelineAuthorization;
exports.ServicePrincipalEntitlement = require("./servicePrincipalEntitlement").ServicePrincipalEntitlement;
exports.SecurityroleAssignment = require("./securityroleAssignment").SecurityroleAssignment;
exports.ServiceEndpointAzureRM = require("./serviceEndpointAzureRM").ServiceEndpointAzureRM;
exports.Provider = require("./provider").Provider;
exports.getProject = require("./getProject").getProject;
exports.getProjectOutput = require("./getProject").getProjectOutput;
exports.getPool = require("./getPool").getPool;
exports.getPoolOutput = require("./getPool").getPoolOutput;
exports.getAgentQueue = require("./getAgentQueue").getAgentQueue;
exports.getAgentQueueOutput = require("./getAgentQueue").getAgentQueueOutput;
