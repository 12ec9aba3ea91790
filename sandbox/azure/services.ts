import type { Directory } from "../entra/directory";
import type { ClusterRuntime } from "../kubernetes/clusterRuntime";
import type { RegistryImages } from "./containerRegistry/registryImages";
import type { TaskService } from "./containerRegistry/tasks/taskService";
import type { ExclusiveWrites } from "./exclusiveWrites";
import type { OperationStore } from "./operations";
import type { ResourceType } from "./resourceType";
import type { ResourceStore } from "./store";

/** What the resource types work with. */
export interface Services {
  readonly store: ResourceStore;
  /** By type in lower case. */
  readonly types: ReadonlyMap<string, ResourceType>;
  readonly operations: OperationStore;
  /** What is being written that allows for one write at a time. */
  readonly exclusive: ExclusiveWrites;
  readonly directory: Directory;
  readonly clusters: ClusterRuntime;
  readonly tasks: TaskService;
  /** What the registries hold. */
  readonly images: RegistryImages;
  readonly now: () => Date;
  readonly settings: {
    /** How long a new principal stays unknown to role assignments that do not name its type. */
    readonly principalFreshnessSeconds: number;
    /** Whether the subscription may run tasks. */
    readonly tasksAllowed: boolean;
    /** Where callers sign in. Without a trailing slash. */
    readonly loginUrl: string;
  };
}
