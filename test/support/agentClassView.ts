import type { AppsV1Api, CoreV1Api } from "@kubernetes/client-node";

/** The agents of one class as the API server has them. */
export interface AgentClassView {
  readonly readyReplicas: number;
  readonly replicas: number;
  /** Per pod: the node pool of its node, and what that node says of its system. */
  readonly pods: readonly { readonly nodePool: string; readonly os: string; readonly windowsBuild?: string }[];
}

/** Follows a class from its Deployment to the nodes of its pods. */
export async function viewAgentClass(
  { apps, core }: { readonly apps: AppsV1Api; readonly core: CoreV1Api },
  agentClass: string,
  generation = "a",
): Promise<AgentClassView> {
  const namespace = `agents-${agentClass}`;
  const name = `${agentClass}-${generation}`;
  const deployment = await apps.readNamespacedDeployment({ namespace, name });
  const labelSelector = `app.kubernetes.io/instance=${name}`;
  const [pods, nodes] = await Promise.all([core.listNamespacedPod({ namespace, labelSelector }), core.listNode()]);
  return {
    readyReplicas: deployment.status?.readyReplicas ?? 0,
    replicas: deployment.spec?.replicas ?? 0,
    pods: pods.items.map((pod) => {
      const labels = nodes.items.find(({ metadata }) => metadata?.name === pod.spec?.nodeName)?.metadata?.labels;
      const windowsBuild = labels?.["node.kubernetes.io/windows-build"];
      return {
        nodePool: labels?.["kubernetes.azure.com/agentpool"] ?? "",
        os: labels?.["kubernetes.io/os"] ?? "",
        ...(windowsBuild !== undefined && { windowsBuild }),
      };
    }),
  };
}
