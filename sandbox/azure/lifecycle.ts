import type { ArmError } from "./errors";
import type { Operation } from "./operations";
import type { ResourceType } from "./resourceType";
import type { Services } from "./services";
import { type StoredResource, provisioningState } from "./store";

/** Does what an accepted PUT asks for, and keeps the outcome in the resource's provisioning state. */
export function runWrite(type: ResourceType, operation: Operation, services: Services): void {
  const { store, operations } = services;
  const creating = provisioningStateOf(services, operation.resourceId) === "Creating";
  const seconds = (creating ? type.durations?.create : type.durations?.update) ?? 0;
  operations.run(
    operation,
    seconds,
    async () => {
      const resource = store.get(operation.resourceId);
      if (resource !== undefined) {
        await type.provision?.(resource, services);
      }
    },
    (error: ArmError | undefined) => {
      store.setProvisioningState(operation.resourceId, error === undefined ? "Succeeded" : "Failed");
      if (error !== undefined) {
        failWhatCameAlong(operation.resourceId, services);
      }
    },
  );
}

/** Inline pools and subnets share the fate of what they were created with. */
function failWhatCameAlong(id: string, { store, operations }: Services): void {
  const own = new Set(operations.unfinished().map(({ resourceId }) => resourceId.toLowerCase()));
  for (const resource of store.below(id)) {
    const unfinished = ["Creating", "Updating"].includes(provisioningState(resource) ?? "");
    if (unfinished && !own.has(resource.id.toLowerCase())) {
      store.setProvisioningState(resource.id, "Failed");
    }
  }
}

/** Does what an accepted DELETE asks for, and forgets the resource and everything below it. */
export function runRemove(type: ResourceType, operation: Operation, services: Services): void {
  const { store, operations } = services;
  operations.run(
    operation,
    type.durations?.delete ?? 0,
    async () => {
      const resource = store.get(operation.resourceId);
      if (resource !== undefined) {
        await removeNow(type, resource, services);
      }
    },
    (error: ArmError | undefined) => {
      if (error !== undefined) {
        store.setProvisioningState(operation.resourceId, "Failed");
      }
    },
  );
}

/** Deletes at once: the service's own work, then the resource with all that is below it, extensions such as role assignments included. */
export async function removeNow(type: ResourceType, resource: StoredResource, services: Services): Promise<void> {
  await type.remove?.(resource, services);
  for (const child of services.store.below(resource.id)) {
    services.store.delete(child.id);
  }
  services.store.delete(resource.id);
}

function provisioningStateOf({ store }: Services, id: string): string | undefined {
  const resource = store.get(id);
  return resource === undefined ? undefined : provisioningState(resource);
}
