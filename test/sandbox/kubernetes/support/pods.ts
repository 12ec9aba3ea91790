import type { V1Pod, V1PodSpec } from "@kubernetes/client-node";
import { eventually } from "./eventually";
import type { TestCluster } from "./sharedCluster";

/** A namespace of its own for a test, so that tests do not see each other's objects. */
export async function newNamespace(
  { core }: TestCluster,
  name: string,
  labels: Record<string, string> = {},
): Promise<string> {
  await core.createNamespace({ body: { metadata: { name, labels } } });
  await eventually(`the default service account of ${name}`, async () => {
    const { items } = await core.listNamespacedServiceAccount({ namespace: name });
    return items.length > 0;
  });
  return name;
}

/** Deletes a namespace and waits until it is gone, since no pod can be evicted from one that goes. */
export async function removeNamespace({ core }: TestCluster, name: string): Promise<void> {
  await core.deleteNamespace({ name });
  await eventually(`namespace ${name} is gone`, async () => {
    const { items } = await core.listNamespace({ fieldSelector: `metadata.name=${name}` });
    return items.length === 0;
  });
}

export function createPod(
  { core }: TestCluster,
  namespace: string,
  name: string,
  spec: Partial<V1PodSpec>,
): Promise<V1Pod> {
  return core.createNamespacedPod({
    namespace,
    body: {
      metadata: { name },
      spec: { containers: [{ name: "main", image: "registry.example.com/agent:1" }], ...spec },
    },
  });
}

/** Waits until the pod is in the phase. */
export function untilPhase({ core }: TestCluster, namespace: string, name: string, phase: string): Promise<V1Pod> {
  return eventually(`pod ${name} ${phase}`, async () => {
    const pod = await core.readNamespacedPod({ namespace, name });
    return pod.status?.phase === phase && pod;
  });
}

/** Waits for an event of that reason on the object, and returns its message. */
export function untilEvent({ core }: TestCluster, namespace: string, name: string, reason: string): Promise<string> {
  return eventually(`event ${reason} on ${name}`, async () => {
    const { items } = await core.listNamespacedEvent({
      namespace,
      fieldSelector: `involvedObject.name=${name},reason=${reason}`,
    });
    return items[0]?.message;
  });
}

/** Where the program puts its Windows agents of a pool. */
export function windowsPlacement(poolName: string): Pick<V1PodSpec, "os" | "nodeSelector" | "tolerations"> {
  return {
    os: { name: "windows" },
    nodeSelector: { "kubernetes.io/os": "windows", "agents.example.com/pool": poolName },
    tolerations: [{ key: "os", operator: "Equal", value: "windows", effect: "NoSchedule" }],
  };
}
