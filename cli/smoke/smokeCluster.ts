import type {
  V1Deployment,
  V1EndpointSlice,
  V1Namespace,
  V1Node,
  V1Pod,
  V1RuntimeClass,
  V1Service,
} from "@kubernetes/client-node";

/** What a smoke check reads and writes in a cluster. */
export interface SmokeCluster {
  nodes(): Promise<readonly V1Node[]>;
  runtimeClasses(): Promise<readonly V1RuntimeClass[]>;
  createNamespace(namespace: V1Namespace): Promise<void>;
  createDeployment(deployment: V1Deployment): Promise<void>;
  createService(service: V1Service): Promise<void>;
  deployment(namespace: string, name: string): Promise<V1Deployment>;
  service(namespace: string, name: string): Promise<V1Service>;
  /** Pods with all of the labels. */
  pods(namespace: string, labels: Readonly<Record<string, string>>): Promise<readonly V1Pod[]>;
  endpointSlices(namespace: string, service: string): Promise<readonly V1EndpointSlice[]>;
  /** What the newest warning about an object of the namespace says, "" when there is none. */
  lastWarning(namespace: string, objectName: string): Promise<string>;
  /** Last line that the instance of a pod's web server before the present one has printed, "" when there is none. */
  lastWords(namespace: string, pod: string): Promise<string>;
  /** Starts the deletion; no error when it is under way or done. */
  deleteNamespace(name: string): Promise<void>;
  namespaceExists(name: string): Promise<boolean>;
}
