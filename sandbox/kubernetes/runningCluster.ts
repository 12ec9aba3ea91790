import { Autoscaler, type AutoscalerPace } from "./autoscaler/autoscaler";
import type { ClusterState } from "./clusterState";
import { startControlPlane, type ControlPlane, type ControlPlaneTools } from "./controlPlane/controlPlane";
import { planePaths } from "./controlPlane/planePaths";
import type { ImageSource } from "./kubelet/imageSource";
import { Kubelet } from "./kubelet/kubelet";
import { startKubeletServer } from "./kubelet/kubeletServer";
import type { Addresses } from "./kubelet/processes/processSpec";
import { ProcessRunner } from "./kubelet/processes/processRunner";
import { StreamingTool } from "./kubelet/streamingTool";
import { NodeFleet } from "./nodes/nodeFleet";
import { NodePools } from "./nodes/nodePools";
import { PodStore } from "./podStore";

export interface RunOptions {
  /** The cluster's folder. */
  readonly directory: string;
  readonly tools: ControlPlaneTools;
  readonly images?: ImageSource;
  readonly addresses: Addresses;
  readonly probeSecondMilliseconds: number;
  readonly restartBackoffMilliseconds: number;
  readonly minuteMilliseconds: number;
  readonly autoscaler: AutoscalerPace;
  /** Address of the webhook that knows Entra's tokens. */
  readonly tokenReviewUrl: () => Promise<string>;
  readonly log: (line: string) => void;
}

/** A cluster while it runs: its control plane, and the nodes and the autoscaler that this process plays. */
export interface RunningCluster {
  readonly plane: ControlPlane;
  readonly pools: NodePools;
  readonly kubelet: Kubelet;
  stop(): Promise<void>;
}

const DEFAULT_POD_CIDR = "10.244.0.0/16";

/** @param signal Gives up starting. @throws Error when the cluster cannot be started; no process of it is left then. */
export async function runCluster(
  state: ClusterState,
  save: () => void,
  options: RunOptions,
  signal: AbortSignal,
): Promise<RunningCluster> {
  const { minuteMilliseconds } = options;
  const log = (line: string) => options.log(`${state.spec.name}: ${line}`);
  const plane = await startControlPlane({
    directory: options.directory,
    tools: options.tools,
    cluster: state.spec,
    apiServerPort: state.apiServerPort,
    tokens: state.tokens,
    tokenReviewUrl: state.spec.entra ? await options.tokenReviewUrl() : undefined,
    signal,
    log,
  });
  const { client } = plane;
  const podCidr = state.spec.podCidr === "" ? DEFAULT_POD_CIDR : state.spec.podCidr;
  const pods = new PodStore(client);
  const fleet = new NodeFleet(client, log);
  const processes = new ProcessRunner({
    client,
    directory: options.directory,
    apiServer: { host: "127.0.0.1", port: state.apiServerPort },
    addresses: options.addresses,
    log,
  });
  const kubelet = new Kubelet({
    client,
    pods,
    processes,
    clusterId: state.spec.id,
    images: options.images,
    podNetwork: podCidr.replace(/\/.*/, ""),
    restartBackoffMilliseconds: options.restartBackoffMilliseconds,
    probeSecondMilliseconds: options.probeSecondMilliseconds,
    log,
  });
  const paths = planePaths(options.directory);
  const kubeletServer = await startKubeletServer({
    certificateFile: paths.certificateAuthority,
    keyFile: paths.certificateKey,
    api: kubelet.api,
    streaming: new StreamingTool(options.tools.kubeletStreaming, () => processes.streamingSocket),
  });
  const kubeletPort = kubeletServer.port;
  const pools = new NodePools({ state, save, client, fleet, kubelet, kubeletPort, minuteMilliseconds });
  let autoscaler: Autoscaler | undefined;
  const stop = async () => {
    autoscaler?.stop();
    fleet.stop();
    await kubeletServer.close();
    await kubelet.stop();
    await pods.stop();
    await plane.stop();
  };
  try {
    await pods.start();
    processes.logs.keepOnly(new Set(pods.pods().map(({ metadata }) => metadata?.uid ?? "")));
    await pools.resume();
    autoscaler = new Autoscaler({ state, client, pods, pools, pace: options.autoscaler, log });
  } catch (error) {
    await stop();
    throw error;
  }
  return { plane, pools, kubelet, stop };
}
