import { parentId } from "./armPath";
import { runRemove, runWrite } from "./lifecycle";
import type { Services } from "./services";
import { provisioningState } from "./store";

/** After a restart: starts what runs on this machine, parents before children, and carries on with unfinished operations. */
export async function resume(services: Services): Promise<void> {
  const { store, operations, types } = services;
  const unfinished = operations.unfinished();
  const underWay = new Set(unfinished.map(({ resourceId }) => resourceId.toLowerCase()));
  const depth = (type: string) => type.split("/").length;
  const settled = store
    .all()
    .filter(({ id }) => !underWay.has(id.toLowerCase()) && !underWay.has(parentId(id).toLowerCase()))
    .filter((resource) => provisioningState(resource) !== "Deleting")
    .sort((one, other) => depth(one.type) - depth(other.type));
  for (const resource of settled) {
    await types.get(resource.type.toLowerCase())?.restart?.(resource, services);
  }
  for (const operation of unfinished) {
    const resource = store.get(operation.resourceId);
    const type = resource === undefined ? undefined : types.get(resource.type.toLowerCase());
    if (type === undefined) {
      operations.run(
        operation,
        0,
        () => Promise.resolve(),
        () => undefined,
      );
    } else {
      (operation.kind === "write" ? runWrite : runRemove)(type, operation, services);
    }
  }
}
