/** A program that the sandbox runs. */
export interface Tool {
  readonly name: ToolName;
  /** Name of the executable, on PATH and in the cache. */
  readonly executable: string;
  /** The version that is built when none is found. */
  readonly version: string;
  /** Folder under `modules/` that pins the sources. */
  readonly module: "pulumi" | "kubernetes" | "kubernetes-provider" | "streaming" | "registry";
  /** Go package of the executable. */
  readonly goPackage: string;
  /** Variables that the linker sets: without them the programs report no version. */
  readonly stamps: Readonly<Record<string, string>>;
  /** Minutes that a build takes on two cores with nothing cached, for the progress display only. */
  readonly buildMinutes: number;
  /** How an executable on PATH is asked for its version, and which answers fit. Absent: always built. */
  readonly onPath?: { readonly arguments: readonly string[]; readonly fits: string };
}

export type ToolName =
  | "pulumi"
  | "kubernetesProvider"
  | "etcd"
  | "kubeApiserver"
  | "kubeControllerManager"
  | "kubeScheduler"
  | "kubectl"
  | "kubeletStreaming"
  | "crane";

const kubernetesVersion = "1.36.1";

export const pulumiVersion = "3.248.0";

/** The same as that of the npm package `@pulumi/kubernetes`, which asks for it. */
export const kubernetesProviderVersion = "4.34.2";

const kubernetesStamps = {
  "k8s.io/component-base/version.gitVersion": `v${kubernetesVersion}`,
  "k8s.io/component-base/version.gitMajor": "1",
  "k8s.io/component-base/version.gitMinor": "36",
  "k8s.io/client-go/pkg/version.gitVersion": `v${kubernetesVersion}`,
};

function kubernetesTool(name: ToolName, executable: string, buildMinutes: number): Tool {
  return {
    name,
    executable,
    version: kubernetesVersion,
    module: "kubernetes",
    goPackage: `k8s.io/kubernetes/cmd/${executable}`,
    stamps: kubernetesStamps,
    buildMinutes,
    onPath: { arguments: ["--version"], fits: "~1.36" },
  };
}

/** All tools, in the order in which they are built. */
export const tools: readonly Tool[] = [
  {
    name: "pulumi",
    executable: "pulumi",
    version: pulumiVersion,
    module: "pulumi",
    goPackage: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    stamps: { "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version": pulumiVersion },
    buildMinutes: 4,
    onPath: { arguments: ["version"], fits: ">=3.248.0 <4" },
  },
  {
    ...kubernetesTool("kubeApiserver", "kube-apiserver", 4),
  },
  kubernetesTool("kubeControllerManager", "kube-controller-manager", 1),
  kubernetesTool("kubeScheduler", "kube-scheduler", 1),
  {
    ...kubernetesTool("kubectl", "kubectl", 1),
    // kubectl supports API servers one minor version away: https://kubernetes.io/releases/version-skew-policy/
    onPath: { arguments: ["version", "--client", "--output=json"], fits: ">=1.35 <1.38" },
  },
  {
    name: "etcd",
    executable: "etcd",
    version: "3.6.8",
    module: "kubernetes",
    goPackage: "go.etcd.io/etcd/server/v3",
    stamps: {},
    buildMinutes: 1,
    onPath: { arguments: ["--version"], fits: ">=3.5 <4" },
  },
  {
    name: "kubeletStreaming",
    executable: "kubelet-streaming",
    // That of k8s.io/cri-streaming, which it is a small program around.
    version: "0.36.1",
    module: "streaming",
    goPackage: ".",
    stamps: {},
    buildMinutes: 1,
  },
  {
    // A container registry, and a client of registries.
    name: "crane",
    executable: "crane",
    version: "0.22.1",
    module: "registry",
    goPackage: "github.com/google/go-containerregistry/cmd/crane",
    stamps: { "github.com/google/go-containerregistry/cmd/crane/cmd.Version": "0.22.1" },
    buildMinutes: 1,
    onPath: { arguments: ["version"], fits: ">=0.22.1 <0.23" },
  },
  {
    name: "kubernetesProvider",
    executable: "pulumi-resource-kubernetes",
    version: kubernetesProviderVersion,
    module: "kubernetes-provider",
    goPackage: ".",
    stamps: { "main.version": kubernetesProviderVersion },
    buildMinutes: 8,
  },
];
