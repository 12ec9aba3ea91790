import { BuildError } from "../../buildError";
import type { RegistryReference } from "../acrBuild";

/** What is asked of the resource manager, as the action is called in a role definition after "Microsoft.ContainerRegistry/registries/". */
export type TaskOperation =
  "read" | "listBuildSourceUploadUrl" | "scheduleRun" | "runs/read" | "listLogSasUrl" | "cancel";

/** Placeholder; deepened in the next step. */
export function explainRequest(
  error: unknown,
  operation: TaskOperation,
  registry: Pick<RegistryReference, "name">,
): BuildError {
  if (error instanceof BuildError) {
    return error;
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new BuildError(
    "request-refused",
    `Azure refused ${operation} of the registry ${registry.name}: ${reason}`,
    "Check the registry and the identity's roles.",
  );
}
