import { ApiException, type V1Node, type V1Pod } from "@kubernetes/client-node";
import type { ApiClient } from "../apiClient";
import type { PodStore } from "../podStore";
import { EventRecorder } from "./eventRecorder";
import type { ImageSource } from "./imageSource";
import { KubeletApi, type ContainerTarget, type KnownContainer } from "./kubeletApi";
import { nodeRunner } from "./nodeRunner";
import { PodAddresses } from "./podAddresses";
import type { ObjectReference } from "./podReferences";
import { LOOPBACK } from "./processes/loopbackAddress";
import { PodStatusWriter } from "./podStatusWriter";
import { PodWorker } from "./podWorker";
import type { ProcessRunner } from "./processes/processRunner";
import { nodeImages, type NodeImages } from "./pullImage";

export interface KubeletOptions {
  readonly client: ApiClient;
  readonly pods: PodStore;
  /** Runs the containers that are real; its end is the kubelet's. */
  readonly processes: ProcessRunner;
  /** Azure Resource Manager id of the cluster. */
  readonly clusterId: string;
  readonly images?: ImageSource;
  /** First address of the pod network. */
  readonly podNetwork: string;
  /** Pause before the first restart of a container that has ended. */
  readonly restartBackoffMilliseconds: number;
  /** Length of a second of probes' delays and periods. */
  readonly probeSecondMilliseconds: number;
  readonly log: (line: string) => void;
}

interface HostedNode {
  readonly node: V1Node;
  readonly hostIp: string;
  readonly addresses: PodAddresses;
  readonly images: NodeImages;
  readonly events: EventRecorder;
}

/** The kubelets of all nodes of a cluster in one: leads every pod that is bound to one of its nodes through its life. */
export class Kubelet {
  readonly api: KubeletApi;
  private readonly nodes = new Map<string, HostedNode>();
  private readonly workers = new Map<string, PodWorker>();
  private readonly writer: PodStatusWriter;

  constructor(private readonly options: KubeletOptions) {
    this.writer = new PodStatusWriter(options.client, options.log);
    this.api = new KubeletApi(
      (target) => this.find(target),
      (namespace, pod) => {
        const worker = this.workerOf(namespace, pod);
        return worker?.hasProcesses === true ? (worker.ownAddress?.address ?? LOOPBACK) : undefined;
      },
      options.processes.logs,
    );
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
      images:
        known?.images ??
        nodeImages(this.options.clusterId, this.options.images, () => this.nodes.get(name)?.node ?? node),
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

  /** Ends all containers that are real by force, as if the nodes had lost their power. Resolves when no process is left. */
  async stop(): Promise<void> {
    this.writer.stop();
    this.nodes.clear();
    const ended = [...this.workers.values()].map((worker) => worker.abandon());
    this.workers.clear();
    await this.options.processes.close();
    await Promise.all(ended);
  }

  /** The loopback address of each pod whose servers have one of their own, by the address that the API shows. */
  podAddresses(): Readonly<Record<string, string>> {
    const found = [...this.workers.values()].flatMap(({ ownAddress }) => ownAddress ?? []);
    return Object.fromEntries(found.map(({ podIp, address }) => [podIp, address]));
  }

  private find({ namespace, pod, container }: ContainerTarget): KnownContainer | undefined {
    const worker = this.workerOf(namespace, pod);
    const record = worker?.record(container);
    return worker === undefined || record === undefined
      ? undefined
      : { podUid: worker.podUid, record, inside: worker.inside(container) };
  }

  private workerOf(namespace: string, podName: string): PodWorker | undefined {
    const pod = this.options.pods
      .pods()
      .find(({ metadata }) => metadata?.namespace === namespace && metadata.name === podName);
    return this.workers.get(pod?.metadata?.uid ?? "");
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
    const { processes, restartBackoffMilliseconds, probeSecondMilliseconds } = this.options;
    return new PodWorker(pod, {
      node,
      hostIp,
      runner: nodeRunner(processes),
      images,
      events,
      writer: this.writer,
      restartBackoffMilliseconds,
      probeSecondMilliseconds,
      exists: (namespace, reference) => this.exists(namespace, reference),
      podAddress: (podUid) => addresses.addressFor(podUid),
    });
  }

  private forget(pod: V1Pod): void {
    const uid = pod.metadata?.uid ?? "";
    void this.workers
      .get(uid)
      ?.abandon()
      .then(() => this.options.processes.forget(uid));
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
