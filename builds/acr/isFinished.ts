import type { Run } from "@azure/arm-containerregistry";

/** The states that a run does not leave (azure-rest-api-specs, RegistryTasks, RunStatus). */
const finalStates: ReadonlySet<string> = new Set(["Succeeded", "Failed", "Canceled", "Error", "Timeout"]);

export function isFinished({ status }: Run): boolean {
  return status !== undefined && finalStates.has(status);
}
