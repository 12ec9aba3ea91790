import { setTimeout as delay } from "node:timers/promises";
import { ApiException, type V1Pod } from "@kubernetes/client-node";
import type { ApiClient } from "./apiClient";
import { errorText } from "./errorText";

/** Pods were left on a node when the drain time-out was over. */
export class DrainTimeoutError extends Error {
  readonly code = "PodDrainFailure";

  constructor(
    readonly nodeName: string,
    /** "namespace/name" of each pod that is left. */
    readonly pods: readonly string[],
  ) {
    super(`Drain of node ${nodeName} did not end within the time-out; left on it: ${pods.join(", ")}.`);
    this.name = "DrainTimeoutError";
  }
}

export interface DrainOptions {
  readonly client: ApiClient;
  readonly nodeName: string;
  readonly timeoutMilliseconds: number;
}

/** Pause between two tries to evict what a disruption budget protects, and between two looks. */
const RETRY_MILLISECONDS = 250;

/**
 * Evicts a node's pods through the Eviction API, which honours disruption budgets, and waits until they are gone. Pods of
 * DaemonSets and mirror pods stay, as with `kubectl drain --ignore-daemonsets`.
 * @throws DrainTimeoutError when pods are left at the end of the time-out.
 */
export async function drainNode({ client, nodeName, timeoutMilliseconds }: DrainOptions): Promise<void> {
  const end = Date.now() + timeoutMilliseconds;
  for (;;) {
    const left = await evictablePods(client, nodeName);
    if (left.length === 0) {
      return;
    }
    if (Date.now() >= end) {
      throw new DrainTimeoutError(nodeName, left.map(podName));
    }
    await Promise.all(
      left.filter(({ metadata }) => metadata?.deletionTimestamp === undefined).map((pod) => evict(client, pod)),
    );
    await delay(RETRY_MILLISECONDS);
  }
}

async function evictablePods(client: ApiClient, nodeName: string): Promise<V1Pod[]> {
  const { items } = await client.core.listPodForAllNamespaces({ fieldSelector: `spec.nodeName=${nodeName}` });
  return items.filter((pod) => !isDaemon(pod));
}

function isDaemon({ metadata }: V1Pod): boolean {
  const ofDaemonSet = metadata?.ownerReferences?.some(
    ({ controller, kind }) => controller === true && kind === "DaemonSet",
  );
  return ofDaemonSet === true || metadata?.annotations?.["kubernetes.io/config.mirror"] !== undefined;
}

async function evict(client: ApiClient, pod: V1Pod): Promise<void> {
  const { name = "", namespace = "", uid } = pod.metadata ?? {};
  try {
    await client.core.createNamespacedPodEviction({
      name,
      namespace,
      body: { metadata: { name, namespace }, deleteOptions: { preconditions: { uid } } },
    });
  } catch (error) {
    if (!isPassing(error)) {
      throw error;
    }
  }
}

/**
 * 429: a disruption budget says not now. 404 and 409: gone, or another pod of the same name. 403: the pod goes with its
 * namespace, where nothing can be created any more, not even an eviction.
 */
function isPassing(error: unknown): boolean {
  const isTerminating = () => errorText(error).includes("it is being terminated");
  return (
    error instanceof ApiException && ([404, 409, 429].includes(error.code) || (error.code === 403 && isTerminating()))
  );
}

function podName({ metadata }: V1Pod): string {
  return `${metadata?.namespace}/${metadata?.name}`;
}
