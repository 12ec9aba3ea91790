import { CustomResource, type CustomResourceOptions, type ID, type Input, type Output } from "@pulumi/pulumi";

/** Node pool of a managed cluster, through Azure REST API version 2026-02-01. Most changes replace it. */
export declare class AgentPool extends CustomResource {
  /** An existing node pool's state, by its Azure Resource Manager id. */
  static get(name: string, id: Input<ID>, opts?: CustomResourceOptions): AgentPool;
  /** Whether an object is an AgentPool, also when the SDK was loaded twice. */
  static isInstance(obj: unknown): obj is AgentPool;

  readonly azureApiVersion: Output<string>;
  readonly count: Output<number | undefined>;
  readonly currentOrchestratorVersion: Output<string>;
  readonly eTag: Output<string>;
  readonly name: Output<string>;
  readonly nodeImageVersion: Output<string>;
  readonly provisioningState: Output<string>;

  constructor(name: string, args: AgentPoolArgs, opts?: CustomResourceOptions);
}

export interface AgentPoolArgs {
  /** At most 6 lower-case letters and digits for Windows, 12 for Linux. Default: the resource's name. */
  agentPoolName?: Input<string | undefined>;
  availabilityZones?: Input<Input<string>[] | undefined>;
  /** Number of nodes now; with autoscaling only the number at creation. */
  count?: Input<number | undefined>;
  enableAutoScaling?: Input<boolean | undefined>;
  enableFIPS?: Input<boolean | undefined>;
  maxCount?: Input<number | undefined>;
  maxPods?: Input<number | undefined>;
  minCount?: Input<number | undefined>;
  /** `System` or `User`. */
  mode?: Input<string | undefined>;
  nodeLabels?: Input<{ [key: string]: Input<string> } | undefined>;
  nodeTaints?: Input<Input<string>[] | undefined>;
  /** Kubernetes version, minor or patch. A minor follows the patches of its own. */
  orchestratorVersion?: Input<string | undefined>;
  osDiskSizeGB?: Input<number | undefined>;
  /** Such as `Windows2025`. */
  osSKU?: Input<string | undefined>;
  /** `Windows` or `Linux`. */
  osType?: Input<string | undefined>;
  resourceGroupName: Input<string>;
  /** Name of the managed cluster. */
  resourceName: Input<string>;
  scaleSetEvictionPolicy?: Input<string | undefined>;
  scaleSetPriority?: Input<string | undefined>;
  tags?: Input<{ [key: string]: Input<string> } | undefined>;
  /** `VirtualMachineScaleSets` or `VirtualMachines`. */
  type?: Input<string | undefined>;
  upgradeSettings?: Input<AgentPoolUpgradeSettings | undefined>;
  vmSize?: Input<string | undefined>;
  vnetSubnetID?: Input<string | undefined>;
}

export interface AgentPoolUpgradeSettings {
  /** How long a node may take to drain before the upgrade fails: 1 to 1440 minutes. Default: 30. */
  drainTimeoutInMinutes?: Input<number | undefined>;
  /** Number or percentage of additional nodes. Default: 10 %. */
  maxSurge?: Input<string | undefined>;
}
