import type { Principal } from "../entra/directory";
import type { ArmPath } from "./armPath";
import type { ArmError } from "./errors";
import type { JsonObject } from "./json";
import type { Services } from "./services";
import type { StoredResource } from "./store";

export interface ArmRequest {
  readonly method: string;
  readonly path: ArmPath;
  readonly apiVersion: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly caller: Principal;
  /** How this server is reached, such as "http://127.0.0.1:4711". */
  readonly baseUrl: string;
  /** Set when the operation that this request starts shall fail after it was accepted. */
  readonly operationFault?: { readonly code: string; readonly message: string };
}

export interface ArmResponse {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** How a client follows an operation that outlives its request: by an operation resource, or by a URL that answers 202 until it is over. */
export type LongRunning = "asyncOperation" | "location";

export interface WriteRequest {
  readonly id: string;
  readonly name: string;
  readonly path: ArmPath;
  readonly apiVersion: string;
  readonly body: unknown;
  readonly existing: StoredResource | undefined;
  readonly caller: Principal;
}

/** One Azure resource type: what a request may say, and what the service does about it. */
export interface ResourceType {
  /** Such as "Microsoft.ContainerService/managedClusters/agentPools". */
  readonly type: string;
  readonly apiVersions: readonly string[];
  /** Lives in a resource group (default), or may be attached to anything, like a role assignment. */
  readonly extension?: boolean;
  /** One that every parent has without anybody creating it. */
  readonly implicit?: boolean;
  readonly longRunning?: { readonly write?: LongRunning; readonly remove?: LongRunning };
  /** Set when the service takes one write at a time of those that have `within` in common. */
  readonly exclusive?: { readonly within: (id: string) => string; readonly refusal: () => ArmError };
  /** Whether PATCH exists; it is answered like a PUT of the merged request. */
  readonly patch?: boolean;
  /** Whether PUT exists. Default true. */
  readonly put?: boolean;
  /** Status of a synchronous creation. Default 201. */
  readonly createdStatus?: number;
  /**
   * Checks a PUT and answers what is to be kept, with provisioning state "Creating" or "Updating" where work follows.
   * @throws ArmError when the service refuses.
   */
  readonly write?: (request: WriteRequest, services: Services) => StoredResource;
  /** The work behind an accepted PUT. May be repeated after a restart. */
  readonly provision?: (resource: StoredResource, services: Services) => Promise<void>;
  /** What GET answers besides id, name and type, when that is more than what is kept. */
  readonly present?: (resource: StoredResource, services: Services, apiVersion: string) => JsonObject;
  /** @throws ArmError when the service refuses to delete. */
  readonly checkRemoval?: (resource: StoredResource, services: Services) => void;
  /** The work behind an accepted DELETE. The resource and what is below it are forgotten afterwards. */
  readonly remove?: (resource: StoredResource, services: Services) => Promise<void>;
  /** Starts again, after a restart of the emulator, what runs on this machine. */
  readonly restart?: (resource: StoredResource, services: Services) => Promise<void>;
  /** POST below a resource, such as `listClusterUserCredential`; names in lower case. */
  readonly actions?: Readonly<
    Record<string, (resource: StoredResource, request: ArmRequest, services: Services) => ArmResponse>
  >;
  /** API versions of actions that have others than the resource; names in lower case. */
  readonly actionApiVersions?: Readonly<Record<string, readonly string[]>>;
  /** Answers GET of the collection, where that is more than a page of what there is. */
  readonly list?: (found: readonly StoredResource[], request: ArmRequest) => ArmResponse;
  /** Answers GET of one that does not exist in the store, as with built-in definitions. */
  readonly builtIn?: (name: string, services: Services) => StoredResource | undefined;
  /** Seconds that Azure takes; absent: none. */
  readonly durations?: { readonly create?: number; readonly update?: number; readonly delete?: number };
}
