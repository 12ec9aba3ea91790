import { parentId } from "../armPath";
import { conflict } from "../errors";
import type { Services } from "../services";

/**
 * AKS takes one change at a time.
 * @throws ArmError `OperationNotAllowed` while another operation on the cluster or one of its pools is under way.
 */
export function checkIdle(clusterId: string, { operations }: Services): void {
  const [running] = operations.unfinished().filter(({ resourceId }) => concerns(resourceId, clusterId));
  if (running === undefined) {
    return;
  }
  const ofPool = running.resourceId.toLowerCase().includes("/agentpools/");
  throw conflict(
    "OperationNotAllowed",
    `Operation is not allowed: Another ${ofPool ? "agentpool" : "managed cluster"} operation (${running.kind === "write" ? "Put" : "Delete"}) on ` +
      `${running.resourceId} is in progress, please wait for it to finish before starting a new operation. ` +
      `See https://aka.ms/aks-pending-operation for more details`,
  );
}

/** Whether an operation on the resource is one on the cluster: on itself or on a pool of it. */
export function concerns(resourceId: string, clusterId: string): boolean {
  const id = resourceId.toLowerCase();
  const cluster = clusterId.toLowerCase();
  return id === cluster || (parentId(id) === cluster && id.includes("/agentpools/"));
}
