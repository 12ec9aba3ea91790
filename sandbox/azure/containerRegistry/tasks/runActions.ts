import { conflict } from "../../errors";
import type { ArmRequest, ArmResponse } from "../../resourceType";
import type { Services } from "../../services";
import type { StoredResource } from "../../store";
import { isFinished, registryOfRun, statusOf } from "./run";
import { logBlob } from "./taskFiles";

/** As the times in the URL of Azure/azure-cli#28151. */
const logValidSeconds = 70 * 60;

/** The action `listLogSasUrl` of a run. The log appears when the run starts. */
export function listLogSasUrl(run: StoredResource, { baseUrl }: ArmRequest, { tasks }: Services): ArmResponse {
  const blob = logBlob(registryOfRun(run), run.name);
  return { status: 200, body: { logLink: tasks.urls.url(blob, "r", logValidSeconds, baseUrl) } };
}

/** The action `cancel` of a run. @throws ArmError when it has finished. */
export function cancelRun(run: StoredResource, _request: ArmRequest, { tasks }: Services): ArmResponse {
  if (isFinished(run)) {
    // What the service answers is documented nowhere; a conflict is what Azure Resource Manager's guidelines name for such a state.
    throw conflict(
      "RunAlreadyFinished",
      `The run '${run.name}' has finished with the status '${statusOf(run) ?? ""}'.`,
    );
  }
  tasks.queue.cancel(run.id);
  return { status: 200 };
}
