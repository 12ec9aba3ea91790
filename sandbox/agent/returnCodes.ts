/** Exit codes of the listener (azure-pipelines-agent Constants.cs ReturnCode). */
export const returnCodes = {
  success: 0,
  terminatedError: 1,
  retryableError: 2,
  agentUpdating: 3,
  runOnceAgentUpdating: 4,
} as const;

export type ReturnCode = (typeof returnCodes)[keyof typeof returnCodes];
