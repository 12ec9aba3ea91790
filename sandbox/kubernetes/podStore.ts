import { makeInformer, type Informer, type ObjectCache, type V1Pod } from "@kubernetes/client-node";
import type { ApiClient } from "./apiClient";

/** How long a broken watch rests before it is set up again. */
const REWATCH_MILLISECONDS = 500;

/** Every pod of a cluster, kept up to date by one watch that the kubelets and the autoscaler share. */
export class PodStore {
  private readonly informer: Informer<V1Pod> & ObjectCache<V1Pod>;
  private stopped = false;
  private retry: NodeJS.Timeout | undefined;

  constructor(client: ApiClient) {
    this.informer = makeInformer(client.config, "/api/v1/pods", () => client.core.listPodForAllNamespaces());
    this.informer.on("error", () => {
      if (!this.stopped) {
        this.retry = setTimeout(() => void this.informer.start(), REWATCH_MILLISECONDS);
      }
    });
  }

  /** Calls back for each pod that appears or changes. */
  onChange(callback: (pod: V1Pod) => void): void {
    this.informer.on("add", callback);
    this.informer.on("update", callback);
  }

  onDelete(callback: (pod: V1Pod) => void): void {
    this.informer.on("delete", callback);
  }

  pods(): readonly V1Pod[] {
    return this.informer.list();
  }

  start(): Promise<void> {
    return this.informer.start();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.retry);
    await this.informer.stop();
  }
}
