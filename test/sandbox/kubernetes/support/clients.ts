import { AppsV1Api, BatchV1Api, CoreV1Api, KubeConfig, NodeV1Api, PolicyV1Api } from "@kubernetes/client-node";

/** Real clients for a kubeconfig. */
export function clients(kubeconfig: string) {
  const config = new KubeConfig();
  config.loadFromString(kubeconfig);
  return {
    config,
    core: config.makeApiClient(CoreV1Api),
    apps: config.makeApiClient(AppsV1Api),
    batch: config.makeApiClient(BatchV1Api),
    node: config.makeApiClient(NodeV1Api),
    policy: config.makeApiClient(PolicyV1Api),
  };
}
