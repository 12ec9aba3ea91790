/** What a node's container runtime asks of the registries that the sandbox plays. */
export interface ImageSource {
  /**
   * Looks an image up as a pull on that node would.
   * @param clusterId Azure Resource Manager id of the cluster, whose kubelet identity pulls.
   * @param image The reference as the pod names it.
   * @returns undefined for a registry that the sandbox does not know (mcr.microsoft.com, docker.io): the pull is simulated.
   */
  pull(clusterId: string, image: string, node: PullingNode): Promise<PulledImage | PullRefusal | undefined>;
}

export interface PullingNode {
  readonly osType: "windows" | "linux";
  /** major.minor.build of a Windows node, such as "10.0.20348". */
  readonly windowsBuild?: string;
}

export interface PulledImage {
  readonly kind: "pulled";
  /** "<repository>@sha256:<digest>", as container statuses show it. */
  readonly imageId: string;
  /** Puts a fresh, writable copy of the image's root file system into the folder. Absent: the container is simulated. */
  readonly lay?: (folder: string) => Promise<void>;
  /**
   * What the image's configuration says, as far as the pod does not say otherwise. SANDBOX_POD_ADDRESS, whatever its value, asks for a
   * loopback address that only the pod has: the variable has it in the container, and its servers are to listen there.
   */
  readonly environment?: Readonly<Record<string, string>>;
  readonly entrypoint?: readonly string[];
  /** Arguments of the entry point: CMD of a Dockerfile. */
  readonly arguments?: readonly string[];
  readonly workingDirectory?: string;
}

export interface PullRefusal {
  readonly kind: "refused";
  /** In the words of containerd and of the registry. */
  readonly message: string;
  /** No later try can end otherwise: the image and the node stay what they are. */
  readonly permanent?: boolean;
}
