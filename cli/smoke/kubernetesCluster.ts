import {
  ApiException,
  AppsV1Api,
  CoreV1Api,
  DiscoveryV1Api,
  NodeV1Api,
  type KubeConfig,
} from "@kubernetes/client-node";
import { smokeContainer } from "./manifests/smokeDeployment";
import type { SmokeCluster } from "./smokeCluster";
import { tellingWarning } from "./tellingWarning";

/** The cluster of a kubeconfig's current context. Errors are those of its API server. */
export function kubernetesCluster(config: KubeConfig): SmokeCluster {
  const core = config.makeApiClient(CoreV1Api);
  const apps = config.makeApiClient(AppsV1Api);
  const discovery = config.makeApiClient(DiscoveryV1Api);
  const nodeApi = config.makeApiClient(NodeV1Api);
  return {
    nodes: async () => (await core.listNode()).items,
    runtimeClasses: async () => (await nodeApi.listRuntimeClass()).items,
    createNamespace: async (body) => void (await core.createNamespace({ body })),
    createDeployment: async (body) =>
      void (await apps.createNamespacedDeployment({ namespace: body.metadata?.namespace ?? "", body })),
    createService: async (body) =>
      void (await core.createNamespacedService({ namespace: body.metadata?.namespace ?? "", body })),
    deployment: (namespace, name) => apps.readNamespacedDeployment({ namespace, name }),
    service: (namespace, name) => core.readNamespacedService({ namespace, name }),
    pods: async (namespace, labels) => {
      const labelSelector = Object.entries(labels)
        .map(([key, value]) => `${key}=${value}`)
        .join(",");
      return (await core.listNamespacedPod({ namespace, labelSelector })).items;
    },
    endpointSlices: async (namespace, service) => {
      const labelSelector = `kubernetes.io/service-name=${service}`;
      return (await discovery.listNamespacedEndpointSlice({ namespace, labelSelector })).items;
    },
    lastWarning: async (namespace, objectName) => {
      const fieldSelector = `involvedObject.name=${objectName},type=Warning`;
      const { items } = await core.listNamespacedEvent({ namespace, fieldSelector });
      return tellingWarning(items);
    },
    lastWords: async (namespace, name) => {
      const log = { namespace, name, container: smokeContainer, previous: true, tailLines: 1 };
      // Also a container that has ended without a word has its place in the report.
      return (await core.readNamespacedPodLog(log).catch(() => "")).trim();
    },
    deleteNamespace: (name) => ignoringGone(async () => void (await core.deleteNamespace({ name }))),
    namespaceExists: async (name) => {
      let exists = false;
      await ignoringGone(async () => {
        await core.readNamespace({ name });
        exists = true;
      });
      return exists;
    },
  };
}

/** 409: somebody else is deleting it already. */
async function ignoringGone(request: () => Promise<void>): Promise<void> {
  try {
    await request();
  } catch (error) {
    if (!(error instanceof ApiException && (error.code === 404 || error.code === 409))) throw error;
  }
}
