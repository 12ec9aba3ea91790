/** What the Azure emulator asks of whatever runs Kubernetes for its managed clusters. */
export interface ClusterRuntime {
  /** Starts the cluster's control plane, or brings a running one up to date. Resolves when its API server is ready. */
  startCluster(cluster: ClusterSpec): Promise<ClusterEndpoint>;
  /** Stops the control plane and forgets its data. Resolves when no process of it is left. */
  deleteCluster(clusterId: string): Promise<void>;
  /** Creates the pool, or changes its size, labels and taints. Resolves when `count` nodes are Ready. */
  putNodePool(clusterId: string, pool: NodePoolSpec): Promise<void>;
  /** Cordons and drains the pool's nodes within its drain time-out, then removes them. */
  deleteNodePool(clusterId: string, poolName: string): Promise<void>;
  /** How many nodes the pool has now: the autoscaler moves it. */
  nodeCount(clusterId: string, poolName: string): number;
  /** A kubeconfig as text. `admin` uses a local account, `user` too unless the cluster has Entra integration. */
  kubeconfig(clusterId: string, account: "admin" | "user"): string;
}

export interface ClusterSpec {
  /** Azure Resource Manager id. */
  readonly id: string;
  readonly name: string;
  readonly location: string;
  readonly resourceGroup: string;
  readonly nodeResourceGroup: string;
  /** Full version, such as "1.35.4". */
  readonly kubernetesVersion: string;
  readonly oidcIssuerUrl: string;
  readonly serviceCidr: string;
  readonly podCidr: string;
  /** Whether an exec plugin (kubelogin) authenticates users. */
  readonly entra: boolean;
  /** Whether group managed service accounts are turned on: the cluster then knows GMSACredentialSpec. Default false. */
  readonly gmsa?: boolean;
}

export interface ClusterEndpoint {
  /** https URL on loopback. */
  readonly url: string;
  /** PEM. */
  readonly certificateAuthority: string;
}

export interface NodePoolSpec {
  readonly name: string;
  readonly mode: "System" | "User";
  readonly osType: "Windows" | "Linux";
  readonly osSku: string;
  readonly vmSize: string;
  readonly count: number;
  /** Set when the cluster autoscaler looks after the pool. */
  readonly autoscaling?: { readonly minCount: number; readonly maxCount: number };
  readonly maxPods: number;
  /** Size of the OS disk. Absent or 0: AKS's default for the VM size. */
  readonly osDiskGiB?: number;
  /** The user's labels; the runtime adds those of the platform. */
  readonly labels: Readonly<Record<string, string>>;
  /** In AKS's form, such as "os=windows:NoSchedule". */
  readonly taints: readonly string[];
  readonly zones: readonly string[];
  readonly spot: boolean;
  readonly kubernetesVersion: string;
  readonly nodeImageVersion: string;
  readonly drainTimeoutMinutes: number;
}
