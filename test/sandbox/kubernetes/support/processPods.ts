import type { V1Container, V1ContainerStatus, V1Pod, V1PodSpec } from "@kubernetes/client-node";
import { eventually } from "./eventually";
import { createPod } from "./pods";
import type { TestCluster } from "./sharedCluster";

/** A pod whose container runs the script of an image, once. */
export function createScriptPod(
  cluster: TestCluster,
  namespace: string,
  name: string,
  script: string,
  container: Partial<V1Container> = {},
  spec: Partial<V1PodSpec> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<V1Pod> {
  const image = cluster.images.put(`${namespace}-${name}`, script, files);
  return createPod(cluster, namespace, name, {
    restartPolicy: "Never",
    containers: [{ name: "main", image, command: ["/app/main.sh"], ...container }],
    nodeSelector: { "kubernetes.azure.com/agentpool": "system" },
    ...spec,
  });
}

/** Waits until the status of the pod's only container is as wanted. */
export function untilContainer(
  { core }: TestCluster,
  namespace: string,
  name: string,
  what: string,
  fits: (status: V1ContainerStatus) => boolean | undefined,
): Promise<V1ContainerStatus> {
  return eventually(`the container of ${name} ${what}`, async () => {
    const { status } = await core.readNamespacedPod({ namespace, name });
    const container = status?.containerStatuses?.[0];
    return container !== undefined && fits(container) === true && container;
  });
}

/** What the pod's only container has printed. */
export function logOf({ core }: TestCluster, namespace: string, name: string): Promise<string> {
  return core.readNamespacedPodLog({ namespace, name });
}

/** Waits until the container has printed it. */
export function untilPrinted(
  cluster: TestCluster,
  namespace: string,
  name: string,
  text: string,
  instance: { readonly previous?: boolean } = {},
): Promise<string> {
  return eventually(`${name} prints ${text}`, async () => {
    try {
      const log = await cluster.core.readNamespacedPodLog({ namespace, name, ...instance });
      return log.includes(text) && log;
    } catch {
      return undefined;
    }
  });
}

/** Waits until there is no such pod. */
export function untilGone({ core }: TestCluster, namespace: string, name: string): Promise<unknown> {
  return eventually(`pod ${name} is gone`, async () => {
    const { items } = await core.listNamespacedPod({ namespace, fieldSelector: `metadata.name=${name}` });
    return items.length === 0;
  });
}
