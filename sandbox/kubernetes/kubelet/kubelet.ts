import { ApiException, type V1Node, type V1Pod } from "@kubernetes/client-node";
import type { ApiClient } from "../apiClient";
import type { PodStore } from "../podStore";
import type { ContainerRunner } from "./containerRunner";
import { EventRecorder } from "./eventRecorder";
import { PodAddresses } from "./podAddresses";
import type { ObjectReference } from "./podReferences";
import { PodStatusWriter } from "./podStatusWriter";
import { PodWorker } from "./podWorker";

export interface KubeletOptions {
  readonly client: ApiClient;
  readonly pods: PodStore;
  readonly runner: ContainerRunner;
  /** First address of the pod network. */
  readonly podNetwork: string;
  /** Pause before the first restart of a container that has ended. */
  readonly restartBackoffMilliseconds: number;
  readonly log: (line: string) => void;
}

interface HostedNode {
  readonly node: V1Node;
  readonly hostIp: string;
  readonly addresses: PodAddresses;
  readonly images: Set<string>;
  readonly events: EventRecorder;
}

/** The kubelets of all nodes of a cluster in one: leads every pod that is bound to one of its nodes through its life. */
export class Kubelet {
  private readonly nodes = new Map<string, HostedNode>();
  private readonly workers = new Map<string, PodWorker>();
  private readonly writer: PodStatusWriter;

  constructor(private readonly options: KubeletOptions) {
    this.writer = new PodStatusWriter(options.client, options.log);
    options.pods.onChange((pod) => this.meet(pod));
    options.pods.onDelete((pod) => this.forget(pod));
  }

  /** Takes on a node, with the pods already bound to it, or takes note of its new state. */
  host(node: V1Node, hostIp: string, addressIndex: number): void {
    const name = node.metadata?.name ?? "";
    const known = this.nodes.get(name);
    this.nodes.set(name, {
      node,
      hostIp,
      addresses: known?.addresses ?? new PodAddresses(this.options.podNetwork, addressIndex),
      images: known?.images ?? new Set(),
      events: known?.events ?? new EventRecorder(this.options.client, "kubelet", name),
    });
    this.options.pods.pods().forEach((pod) => this.meet(pod));
  }

  /** The node's machine is gone, with all that runs on it: what is left there, as DaemonSet pods are, is deleted. */
  async abandon(nodeName: string): Promise<void> {
    this.nodes.delete(nodeName);
    const left = this.options.pods.pods().filter(({ spec }) => spec?.nodeName === nodeName);
    left.forEach((pod) => this.forget(pod));
    await Promise.all(left.map((pod) => this.writer.remove(pod)));
  }

  /** What a running container has printed. */
  logs(namespace: string, podName: string, containerName: string): string | undefined {
    const pod = this.options.pods
      .pods()
      .find(({ metadata }) => metadata?.namespace === namespace && metadata.name === podName);
    return this.workers.get(pod?.metadata?.uid ?? "")?.logs(containerName);
  }

  stop(): void {
    this.writer.stop();
    this.nodes.clear();
    for (const worker of this.workers.values()) {
      worker.abandon();
    }
    this.workers.clear();
  }

  private meet(pod: V1Pod): void {
    const uid = pod.metadata?.uid ?? "";
    const known = this.workers.get(uid);
    if (known !== undefined) {
      known.update(pod);
      return;
    }
    const host = this.nodes.get(pod.spec?.nodeName ?? "");
    if (host !== undefined) {
      this.workers.set(uid, this.newWorker(pod, host));
    }
  }

  private newWorker(pod: V1Pod, { node, hostIp, addresses, images, events }: HostedNode): PodWorker {
    const { uid = "" } = pod.metadata ?? {};
    if (pod.status?.podIP !== undefined && pod.spec?.hostNetwork !== true) {
      addresses.keep(uid, pod.status.podIP);
    }
    const { runner, restartBackoffMilliseconds } = this.options;
    return new PodWorker(pod, {
      node,
      hostIp,
      runner,
      events,
      writer: this.writer,
      restartBackoffMilliseconds,
      exists: (namespace, reference) => this.exists(namespace, reference),
      podAddress: (podUid) => addresses.addressFor(podUid),
      isNewImage: (image) => !images.has(image) && images.add(image).has(image),
    });
  }

  private forget(pod: V1Pod): void {
    const uid = pod.metadata?.uid ?? "";
    this.workers.get(uid)?.abandon();
    this.workers.delete(uid);
    this.nodes.get(pod.spec?.nodeName ?? "")?.addresses.release(uid);
  }

  private async exists(namespace: string, { kind, name }: ObjectReference): Promise<boolean> {
    const { core } = this.options.client;
    try {
      await (kind === "secret"
        ? core.readNamespacedSecret({ name, namespace })
        : core.readNamespacedConfigMap({ name, namespace }));
      return true;
    } catch (error) {
      if (error instanceof ApiException && error.code === 404) {
        return false;
      }
      throw error;
    }
  }
}
