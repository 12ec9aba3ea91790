import type { AgentImagePlan, PipelineConnectionPlan } from "./imagePlan";
import type { Problem } from "./problem";

/** What an agent class runs on. The one word from which every version fact is derived. */
export type AgentOs = "windows2022" | "windows2025" | "linux";

/** Everything the program creates, derived from the settings. Plain data: components take their parts of it as arguments. */
export interface FleetPlan {
  readonly location: string;
  readonly resourceGroupName: string;
  /** Tags of every taggable Azure resource. */
  readonly tags: Readonly<Record<string, string>>;
  /** Whether the resources that hold something irreplaceable are protected from deletion. Never together with `ephemeral`. */
  readonly protect: boolean;
  /** Whether the stack is thrown away as a whole: objects inside the cluster are then deleted with it. */
  readonly ephemeral: boolean;
  /** When false no role assignment is created, and `notes` tells which commands create them. */
  readonly manageRoleAssignments: boolean;
  readonly cluster: ClusterPlan;
  readonly registry: RegistryPlan;
  readonly contextStore: ContextStorePlan;
  /** One per Windows version in use. */
  readonly runtimeClasses: readonly RuntimeClassPlan[];
  /** All pools but the system pool, in the order in which AKS shall create them: Windows first. */
  readonly nodePools: readonly NodePoolPlan[];
  readonly azureDevOps: AzureDevOpsPlan;
  /** Present: pipelines build images in the registry through a service connection of their own. */
  readonly pipelineConnection?: PipelineConnectionPlan;
  readonly agentClasses: readonly AgentClassPlan[];
  /** Images that the program builds for its agents; those that others are built from come first. */
  readonly agentImages: readonly AgentImagePlan[];
  /** Secrets that nodes read on behalf of group managed service accounts, each once. */
  readonly gmsaSecrets: readonly GmsaSecretPlan[];
  /** Not wrong yet, but worth knowing. */
  readonly warnings: readonly Problem[];
  /** Facts that a person wants to see in the preview: worst-case cores, licensed members, commands to run by hand. */
  readonly notes: readonly string[];
}

export interface ClusterPlan {
  /** Fixed per stack, so that a retry after an interruption meets the same cluster. */
  readonly name: string;
  readonly dnsPrefix: string;
  /** A minor such as "1.35"; AKS resolves it to a patch. */
  readonly kubernetesVersion: string;
  readonly tier: "Free" | "Standard" | "Premium";
  readonly supportPlan: "KubernetesOfficial" | "AKSLongTermSupport";
  readonly systemPool: SystemPoolPlan;
  readonly network: NetworkPlan;
  readonly authorizedIpRanges: readonly string[];
  readonly privateCluster: boolean;
  readonly nodeResourceGroup: string;
  readonly windowsAdmin: { readonly username: string; readonly passwordGeneration: number };
  /** Present: group managed service accounts are on. */
  readonly gmsa?: ClusterGmsaPlan;
  readonly entra?: { readonly adminGroupObjectIds: readonly string[]; readonly azureRbac: boolean };
  readonly disableLocalAccounts: boolean;
  readonly upgradeChannel: "patch";
  readonly nodeOsUpgradeChannel: "NodeImage";
  readonly maintenance: { readonly kubernetes: MaintenanceWindow; readonly nodeImage: MaintenanceWindow };
}

/** DNS of group managed service accounts. Both empty where the network's own servers know the domain. */
export interface ClusterGmsaPlan {
  readonly dnsServer: string;
  readonly rootDomainName: string;
}

export interface SystemPoolPlan {
  readonly name: string;
  readonly vmSize: string;
  readonly osSku: string;
  readonly minCount: number;
  readonly maxCount: number;
  readonly availabilityZones: readonly string[];
  readonly taints: readonly string[];
}

export interface NetworkPlan {
  readonly plugin: "azure" | "kubenet";
  readonly pluginMode?: "overlay";
  readonly dataplane?: "azure" | "cilium";
  readonly policy?: "azure" | "calico" | "cilium";
  readonly podCidr?: string;
  readonly serviceCidr: string;
  readonly dnsServiceIp: string;
  readonly subnetId?: string;
  readonly outboundType: "loadBalancer" | "managedNATGateway" | "userAssignedNATGateway" | "userDefinedRouting";
}

export interface MaintenanceWindow {
  readonly dayOfWeek: string;
  /** HH:mm */
  readonly startTime: string;
  /** Such as "+00:00". */
  readonly utcOffset: string;
  /** 4 to 24. */
  readonly durationHours: number;
}

export interface RegistryPlan {
  /** Physical name from the configuration; absent: auto-named. */
  readonly name?: string;
  readonly sku: "Basic" | "Standard" | "Premium";
  /** An existing registry to use instead of a new one. */
  readonly existing?: {
    readonly subscriptionId: string;
    readonly resourceGroupName: string;
    readonly name: string;
    readonly id: string;
  };
  /** Which permissions the registry honours: roles, or roles with conditions on repositories. */
  readonly roleAssignmentMode: "RBAC" | "ABAC";
  /** Definition id (GUID) of the role that lets nodes pull: it depends on the registry's role assignment mode. */
  readonly pullRoleDefinitionId: string;
}

export interface ContextStorePlan {
  readonly name?: string;
  readonly containerName: string;
  /** Days after which a build context is deleted. */
  readonly retentionDays: number;
  readonly allowSharedKeyAccess: boolean;
}

export interface RuntimeClassPlan {
  /** Such as "windows-2022". */
  readonly name: string;
  readonly handler: "runhcs-wcow-process";
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly tolerations: readonly Toleration[];
}

export interface Toleration {
  readonly key: string;
  readonly operator: "Equal" | "Exists";
  readonly value?: string;
  readonly effect: "NoSchedule" | "NoExecute" | "PreferNoSchedule";
}

export interface NodePoolPlan {
  /** Physical AKS name, generation letter included; also the component's name. */
  readonly name: string;
  readonly agentClassName: string;
  readonly os: AgentOs;
  readonly osType: "Windows" | "Linux";
  readonly osSku: string;
  readonly enableFips: boolean;
  /** Which AKS API knows `osSku`: azure-native's default, or the parameterised package. */
  readonly aksApi: "default" | "v20260201";
  readonly vmSize: string;
  readonly minCount: number;
  readonly maxCount: number;
  readonly maxPods?: number;
  readonly osDiskSizeGiB: number;
  readonly availabilityZones: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
  /** In AKS's form, such as "os=windows:NoSchedule". */
  readonly taints: readonly string[];
  readonly spot: boolean;
  readonly drainTimeoutMinutes: number;
}

export interface AzureDevOpsPlan {
  /** Normalised: no trailing slash. */
  readonly orgServiceUrl: string;
  readonly project: string;
  readonly authentication: "workloadIdentity" | "personalAccessToken";
  /** An existing user-assigned identity, instead of one per agent class. Its membership and pool role are then not managed. */
  readonly existingIdentity?: {
    readonly subscriptionId: string;
    readonly resourceGroupName: string;
    readonly name: string;
    readonly id: string;
  };
}

/** Who may use an agent pool's queue, or a service connection, without asking: every pipeline, the listed ones, or none (the first run asks). */
export type PipelineAuthorizations = "all" | readonly number[];

export interface AgentClassPlan {
  readonly name: string;
  readonly agentPool: { readonly name: string; readonly existing: boolean; readonly pipelines: PipelineAuthorizations };
  readonly namespace: string;
  readonly serviceAccountName: string;
  readonly caBundle?: CaBundlePlan;
  readonly gmsa?: GmsaPlan;
  readonly pruning: PruningPlan;
  /** The current generation first, then the previous one while a hand-over lasts. */
  readonly deployments: readonly AgentDeploymentPlan[];
}

export interface AgentDeploymentPlan {
  /** Class name and generation, such as "win22-a": the component's and the Deployment's name. */
  readonly name: string;
  readonly agentClassName: string;
  /** Marks the agents of this fleet in their pool: `<project>/<stack>`. */
  readonly fleetMarker: string;
  readonly generation: string;
  readonly os: AgentOs;
  readonly osType: "Windows" | "Linux";
  readonly nodePoolName: string;
  readonly runtimeClassName?: string;
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly tolerations: readonly Toleration[];
  /** Whole reference from the configuration. */
  readonly image?: string;
  /** Name of the `AgentImagePlan` that it runs. With neither: `<loginServer>/<imageRepository>:<imageTag>`, which must be there. */
  readonly builtImage?: string;
  readonly imageRepository: string;
  readonly imageTag: string;
  readonly replicas: number;
  readonly resources: { readonly cpu: string; readonly memoryMiB: number };
  readonly ephemeralStorageGiB?: number;
  readonly volumes: readonly AgentVolumePlan[];
  /** Extra agent capabilities, name to value. */
  readonly capabilities: Readonly<Record<string, string>>;
  readonly drainTimeoutMinutes: number;
  readonly terminationGracePeriodSeconds: number;
  readonly progressDeadlineSeconds: number;
  /** Pulumi's own waits. */
  readonly createTimeoutMinutes: number;
  readonly deleteTimeoutMinutes: number;
  readonly debugHoldMinutes: number;
  readonly proxy?: ProxyPlan;
  /** Whether the container starts through LogMonitor. Windows only. */
  readonly logMonitor: boolean;
  /** Credential specification of the group managed service account. Windows only. */
  readonly gmsaCredentialSpecName?: string;
}

export interface ProxyPlan {
  /** Without credentials and without a slash at the end. */
  readonly url: string;
  /** Hosts, domains, addresses and ranges that are reached directly. */
  readonly noProxy: readonly string[];
}

/** Further certificate authorities: as text, or in a ConfigMap that exists. */
export type CaBundlePlan =
  | { readonly kind: "pem"; readonly pem: string }
  | { readonly kind: "configMap"; readonly name: string; readonly key: string };

/** The job that removes agents which are gone from the class's agent pool. */
export interface PruningPlan {
  readonly agentNamePrefix: string;
  readonly suspended: boolean;
  readonly resources: { readonly cpu: string; readonly memoryMiB: number };
}

/** A group managed service account, and where nodes find the domain user that may fetch its password. */
export interface GmsaPlan {
  readonly credentialSpecName: string;
  /** Without the dollar sign. */
  readonly account: string;
  readonly domain: {
    readonly dnsName: string;
    readonly dnsTreeName: string;
    readonly netBiosName: string;
    readonly guid: string;
    readonly sid: string;
  };
  readonly secretUri: string;
}

export interface GmsaSecretPlan {
  /** Vault and secret: part of the component's name. */
  readonly name: string;
  readonly uri: string;
  /** Azure Resource Manager id of the secret. */
  readonly scope: string;
}

/** A volume of the agent container. Exactly one source is set. */
export interface AgentVolumePlan {
  readonly name: string;
  readonly mountPath: string;
  readonly readOnly: boolean;
  readonly emptyDir?: { readonly sizeLimitGiB?: number };
  readonly configMap?: { readonly name: string };
  readonly secret?: { readonly name: string };
  readonly persistentVolumeClaim?: { readonly claimName: string };
}
