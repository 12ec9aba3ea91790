import { mkdirSync, readFileSync } from "node:fs";
import type { AutoscalerPace } from "./autoscaler/autoscaler";
import { Cluster } from "./cluster";
import type { ClusterEndpoint, ClusterRuntime, ClusterSpec, NodePoolSpec } from "./clusterRuntime";
import { clusterDirectory, newClusterState, stateFile } from "./clusterState";
import type { ControlPlaneTools } from "./controlPlane/controlPlane";
import { freePort } from "../freePort";
import { planePaths } from "./controlPlane/planePaths";
import { startTokenReviewServer, type AuthenticateUser, type TokenReviewServer } from "./controlPlane/tokenReviews";
import { kubeconfigText } from "./kubeconfig";
import type { ImageSource } from "./kubelet/imageSource";
import type { RunOptions } from "./runningCluster";

export type { AuthenticatedUser, AuthenticateUser } from "./controlPlane/tokenReviews";
export { AKS_SERVER_APPLICATION } from "./kubeconfig";
export type { ControlPlaneTools } from "./controlPlane/controlPlane";
export type { ImageSource, PulledImage, PullingNode, PullRefusal } from "./kubelet/imageSource";

export interface ClusterRuntimeOptions {
  /** Folder that holds everything about the clusters, and makes them continue after a restart. */
  readonly stateDirectory: string;
  readonly tools: ControlPlaneTools;
  /** Told what happens without being asked for. Default: nobody. */
  readonly log?: (line: string) => void;
  /** Length of a minute of the pools' drain time-outs, in milliseconds. Default 60,000; tests shorten it. */
  readonly minuteMilliseconds?: number;
  /** Pause before the first restart of a container that has ended; doubles up to five minutes. Default 10,000, as kubelet's. */
  readonly restartBackoffMilliseconds?: number;
  /** The registries that the sandbox plays. Default: none, and every container is simulated. */
  readonly images?: ImageSource;
  /**
   * Addresses of public services, such as "https://dev.azure.com", with those that stand for them on this machine. A variable
   * of a container that begins with one gets the other, as if a hosts file said so. Default: none.
   */
  readonly addresses?: Readonly<Record<string, string>>;
  /** Length of a second of probes' delays and periods, in milliseconds. Default 1,000. */
  readonly probeSecondMilliseconds?: number;
  /**
   * Who presents an Entra token at the API server of a cluster with Entra integration: checks the token, for the audience
   * AKS_SERVER_APPLICATION, and names the user with their groups. Default: nobody is let in.
   */
  readonly authenticateUser?: AuthenticateUser;
  /** Pace of the autoscaler, where it is to differ from AKS's (the default scans each second, which AKS does each ten). */
  readonly autoscaler?: Partial<AutoscalerPace>;
}

const AKS_PACE: AutoscalerPace = {
  scanIntervalMilliseconds: 1_000,
  scaleDownUnneededMilliseconds: 600_000,
  scaleDownDelayAfterAddMilliseconds: 600_000,
  maxGracefulTerminationMilliseconds: 600_000,
  patternStabilizationMilliseconds: 60_000,
};

/** Runs Kubernetes for the Azure emulator: real control planes as child processes, simulated nodes. */
export interface EmbeddedClusterRuntime extends ClusterRuntime {
  /** Process ids of a cluster's control plane; none while it is stopped. */
  processIds(clusterId: string): readonly number[];
  /** The loopback address of each pod whose servers have one of their own, by the address that the API shows. */
  podAddresses(clusterId: string): Readonly<Record<string, string>>;
  /** The public keys that the cluster's service-account tokens are verified with, as its OIDC issuer publishes them: a JWKS as text. */
  serviceAccountKeys(clusterId: string): Promise<string>;
  /** Stops all control planes and keeps their data. Resolves within seconds, when no process is left. */
  close(): Promise<void>;
}

export function createClusterRuntime(options: ClusterRuntimeOptions): EmbeddedClusterRuntime {
  const clusters = new Map<string, Cluster>();
  let tokenReviews: Promise<TokenReviewServer> | undefined;

  function settings(directory: string): RunOptions {
    return {
      directory,
      tools: options.tools,
      images: options.images,
      addresses: options.addresses ?? {},
      probeSecondMilliseconds: options.probeSecondMilliseconds ?? 1_000,
      restartBackoffMilliseconds: options.restartBackoffMilliseconds ?? 10_000,
      minuteMilliseconds: options.minuteMilliseconds ?? 60_000,
      tokenReviewUrl: async () => {
        tokenReviews ??= startTokenReviewServer(options.authenticateUser ?? (() => Promise.resolve(undefined)));
        return (await tokenReviews).url;
      },
      autoscaler: { ...AKS_PACE, ...options.autoscaler },
      log: options.log ?? (() => undefined),
    };
  }

  /** The cluster as it is held or was saved. */
  function find(clusterId: string): Cluster | undefined {
    const directory = clusterDirectory(options.stateDirectory, clusterId);
    const held = clusters.get(directory);
    if (held !== undefined) {
      return held;
    }
    const file = stateFile(directory);
    const saved = file.load();
    if (saved === undefined) {
      return undefined;
    }
    const cluster = new Cluster(saved, file, settings(directory));
    clusters.set(directory, cluster);
    return cluster;
  }

  async function add(spec: ClusterSpec): Promise<Cluster> {
    const directory = clusterDirectory(options.stateDirectory, spec.id);
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const cluster = new Cluster(newClusterState(spec, await freePort()), stateFile(directory), settings(directory));
    clusters.set(directory, cluster);
    return cluster;
  }

  function known(clusterId: string): Cluster {
    const cluster = find(clusterId);
    if (cluster === undefined) {
      throw new Error(`There is no cluster ${clusterId}.`);
    }
    return cluster;
  }

  return {
    async startCluster(spec: ClusterSpec): Promise<ClusterEndpoint> {
      const cluster = find(spec.id) ?? (await add(spec));
      return cluster.start(spec);
    },
    async deleteCluster(clusterId: string): Promise<void> {
      await find(clusterId)?.delete();
      clusters.delete(clusterDirectory(options.stateDirectory, clusterId));
    },
    putNodePool: async (clusterId: string, pool: NodePoolSpec) => known(clusterId).putPool(pool),
    deleteNodePool: async (clusterId: string, poolName: string) => known(clusterId).deletePool(poolName),
    nodeCount: (clusterId: string, poolName: string) => known(clusterId).nodeCount(poolName),
    kubeconfig(clusterId: string, account: "admin" | "user"): string {
      const { state } = known(clusterId);
      const directory = clusterDirectory(options.stateDirectory, clusterId);
      const endpoint = {
        url: `https://127.0.0.1:${state.apiServerPort}`,
        certificateAuthority: readFileSync(planePaths(directory).certificateAuthority, "utf8"),
      };
      return clusterKubeconfig(state.spec, endpoint, account, state.tokens[account]);
    },
    serviceAccountKeys: async (clusterId: string) => known(clusterId).serviceAccountKeys(),
    processIds: (clusterId: string) => find(clusterId)?.pids ?? [],
    podAddresses: (clusterId: string) => find(clusterId)?.podAddresses() ?? {},
    async close(): Promise<void> {
      await Promise.all([...clusters.values()].map((cluster) => cluster.stop()));
      clusters.clear();
      await (await tokenReviews)?.close();
      tokenReviews = undefined;
    },
  };
}

/** Named as AKS names contexts and users. */
function clusterKubeconfig(
  spec: ClusterSpec,
  endpoint: ClusterEndpoint,
  account: "admin" | "user",
  token: string,
): string {
  const contextName = account === "admin" ? `${spec.name}-admin` : spec.name;
  const kind = account === "admin" ? "clusterAdmin" : "clusterUser";
  const name = `${kind}_${spec.resourceGroup}_${spec.name}`;
  const entraTenantId = entraTenant(spec);
  return kubeconfigText(
    contextName,
    endpoint,
    account === "user" && spec.entra ? { name, entraTenantId } : { name, token },
  );
}

/** The tenant stands in the issuer of an AKS cluster: https://<region>.oic.prod-aks.azure.com/<tenant>/<cluster>/. */
function entraTenant({ oidcIssuerUrl }: ClusterSpec): string {
  return new URL(oidcIssuerUrl).pathname.split("/")[1] ?? "";
}
