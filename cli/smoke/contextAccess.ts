import { KubeConfig } from "@kubernetes/client-node";
import { UserError } from "../userError";
import { kubernetesCluster } from "./kubernetesCluster";
import type { SmokeAccess } from "./smokeAccess";
import { clusterWays } from "./ways/clusterWays";

export interface ContextOptions {
  /** File. Default: as kubectl finds it (KUBECONFIG, then ~/.kube/config). */
  readonly kubeconfig?: string;
  /** Default: the file's current context. */
  readonly context?: string;
}

/** A cluster that a kubeconfig leads to. @throws UserError when there is no such file or context. */
export function contextAccess({ kubeconfig, context }: ContextOptions): SmokeAccess {
  const config = new KubeConfig();
  try {
    if (kubeconfig === undefined) config.loadFromDefault();
    else config.loadFromFile(kubeconfig);
  } catch (error) {
    throw new UserError(`The kubeconfig cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const names = config.getContexts().map(({ name }) => name);
  const name = context ?? config.getCurrentContext();
  if (!names.includes(name)) {
    throw new UserError(`The kubeconfig has no context ${name}. It has: ${names.join(", ")}.`);
  }
  config.setCurrentContext(name);
  return { name: `the cluster of context ${name}`, cluster: kubernetesCluster(config), ways: clusterWays(config) };
}
