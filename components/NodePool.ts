import { AgentPool } from "@pulumi/azure-native/containerservice";
import { containerservice as containerserviceV20260201 } from "@pulumi/azure-native_containerservice_v20260201";
import * as pulumi from "@pulumi/pulumi";
import type { NodePoolPlan } from "../plan/fleetPlan";

/** A node pool of its own beside the cluster's inline system pool. Another size, disk, zone or OS replaces it. */
export interface NodePoolArgs {
  readonly plan: NodePoolPlan;
  readonly resourceGroupName: pulumi.Input<string>;
  readonly clusterName: pulumi.Input<string>;
  /** Version of the cluster: the pool follows it. */
  readonly kubernetesVersion: string;
  /** Subnet of the nodes. Default: one that AKS makes. A change replaces the pool. */
  readonly subnetId?: string;
  readonly tags: Readonly<Record<string, string>>;
}

export class NodePool extends pulumi.ComponentResource {
  readonly nodePoolName: pulumi.Output<string>;

  constructor(name: string, args: NodePoolArgs, opts?: pulumi.ComponentResourceOptions) {
    super("aks-agents:components:NodePool", name, {}, opts);
    const { plan } = args;
    // azure-native's default AKS API does not know Windows2025 (azure-rest-api-specs containerservice 2026-02-01 is the first).
    const AgentPoolOfApi = plan.aksApi === "default" ? AgentPool : containerserviceV20260201.AgentPool;
    const pool = new AgentPoolOfApi(`${name}-pool`, agentPoolArgs(args), {
      parent: this,
      dependsOn: opts?.dependsOn,
      deletedWith: opts?.deletedWith,
      ignoreChanges: ["count", ...(isPatch(args.kubernetesVersion) ? ["orchestratorVersion"] : [])],
      replaceOnChanges: fixedAtCreation,
      // Its name is fixed, so the new one has no place beside the old: a new generation makes one (see the plan).
      deleteBeforeReplace: true,
      customTimeouts: {
        create: "60m",
        // An upgrade empties one node after the other.
        update: `${60 + plan.drainTimeoutMinutes * Math.max(plan.maxCount, 1)}m`,
        delete: `${60 + plan.drainTimeoutMinutes}m`,
      },
    });
    this.nodePoolName = pool.name.apply((physicalName) => physicalName ?? plan.name);
    this.registerOutputs({ nodePoolName: this.nodePoolName });
  }
}

/**
 * What AKS never changes on a pool (azure-rest-api-specs containerservice 2025-09-01, agentPools). The provider replaces for the VM
 * size alone (pulumi-azure-native replacement.go) and would plan updates that are refused halfway through a deployment.
 */
const fixedAtCreation = [
  "osType",
  "osSKU",
  "enableFIPS",
  "osDiskSizeGB",
  "maxPods",
  "availabilityZones",
  "vnetSubnetID",
  "scaleSetPriority",
];

function agentPoolArgs({ plan, ...args }: NodePoolArgs) {
  return {
    resourceGroupName: args.resourceGroupName,
    resourceName: args.clusterName,
    agentPoolName: plan.name,
    mode: "User",
    type: "VirtualMachineScaleSets",
    orchestratorVersion: args.kubernetesVersion,
    osType: plan.osType,
    // Always set: AKS's default moves with the Kubernetes version (Azure/AKS#4064).
    osSKU: plan.osSku,
    ...(plan.enableFips && { enableFIPS: true }),
    vmSize: plan.vmSize,
    osDiskSizeGB: plan.osDiskSizeGiB,
    enableAutoScaling: true,
    count: plan.minCount,
    minCount: plan.minCount,
    maxCount: plan.maxCount,
    ...(plan.maxPods !== undefined && { maxPods: plan.maxPods }),
    ...(plan.availabilityZones.length > 0 && { availabilityZones: [...plan.availabilityZones] }),
    ...(args.subnetId !== undefined && { vnetSubnetID: args.subnetId }),
    nodeLabels: { ...plan.labels },
    nodeTaints: [...plan.taints],
    // Neither field is allowed on a regular pool (hashicorp/terraform-provider-azurerm#14024).
    ...(plan.spot && { scaleSetPriority: "Spot", scaleSetEvictionPolicy: "Delete" }),
    upgradeSettings: { drainTimeoutInMinutes: plan.drainTimeoutMinutes },
    tags: { ...args.tags },
  };
}

/** A full patch version is moved by the upgrade channel; a minor is not (pulumi-azure-native#2059). */
function isPatch(version: string): boolean {
  return version.split(".").length > 2;
}
