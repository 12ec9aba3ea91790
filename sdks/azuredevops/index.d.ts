export { Pool, PoolArgs, PoolState } from "./pool";
export { Queue, QueueArgs, QueueState } from "./queue";
export { PipelineAuthorization, PipelineAuthorizationArgs, PipelineAuthorizationState } from "./pipelineAuthorization";
export {
  ServicePrincipalEntitlement,
  ServicePrincipalEntitlementArgs,
  ServicePrincipalEntitlementState,
} from "./servicePrincipalEntitlement";
export {
  SecurityroleAssignment,
  SecurityroleAssignmentArgs,
  SecurityroleAssignmentState,
} from "./securityroleAssignment";
export {
  ServiceEndpointAzureRM,
  ServiceEndpointAzureRMArgs,
  ServiceEndpointAzureRMState,
} from "./serviceEndpointAzureRM";
export { Provider, ProviderArgs } from "./provider";
export { getProject, getProjectOutput, GetProjectArgs, GetProjectOutputArgs, GetProjectResult } from "./getProject";
export { getPool, getPoolOutput, GetPoolArgs, GetPoolOutputArgs, GetPoolResult } from "./getPool";
export {
  getAgentQueue,
  getAgentQueueOutput,
  GetAgentQueueArgs,
  GetAgentQueueOutputArgs,
  GetAgentQueueResult,
} from "./getAgentQueue";
export * as types from "./types";
