import {
  ManagedCluster,
  MaintenanceConfiguration,
  getManagedClusterOutput,
  listManagedClusterAdminCredentialsOutput,
  listManagedClusterUserCredentialsOutput,
} from "@pulumi/azure-native/containerservice";
import { Provider as KubernetesProvider } from "@pulumi/kubernetes/provider";
import * as pulumi from "@pulumi/pulumi";
import { RandomPassword } from "@pulumi/random";
import type { ClusterPlan } from "../plan/fleetPlan";
import { kubeconfigText, withCliSignIn } from "./kubeconfig";
import { weeklyWindow } from "./maintenance";
import { managedClusterArgs } from "./managedCluster";

/** An AKS cluster with its one inline system pool, two maintenance windows, and the provider for what runs in it. */
export interface ClusterArgs {
  readonly plan: ClusterPlan;
  /** Resource group that holds the cluster. A change replaces it. */
  readonly resourceGroupName: pulumi.Input<string>;
  /** Azure region. A change replaces the cluster. */
  readonly location: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Whether the cluster is protected from deletion. */
  readonly protect: boolean;
}

export class Cluster extends pulumi.ComponentResource {
  readonly clusterId: pulumi.Output<string>;
  readonly clusterName: pulumi.Output<string>;
  /** Object id of the identity with which nodes pull images; not that of the cluster (Azure/AKS#4593). */
  readonly kubeletObjectId: pulumi.Output<string>;
  readonly oidcIssuerUrl: pulumi.Output<string>;
  /** Secret. With local accounts that of the cluster's administrator, else one that signs in through kubelogin. */
  readonly kubeconfig: pulumi.Output<string>;
  readonly kubernetesProvider: KubernetesProvider;
  /** For `deletedWith` and `dependsOn`. */
  readonly managedCluster: ManagedCluster;

  constructor(name: string, args: ClusterArgs, opts?: pulumi.ComponentResourceOptions) {
    super("aks-agents:components:Cluster", name, {}, opts);
    const { plan, resourceGroupName, location, tags, protect } = args;
    const parent = { parent: this };

    const password = new RandomPassword(
      `${name}-windows-admin-password`,
      {
        // AKS wants 8 to 123 characters of three classes, its quickstart 14 (aks-docs quick-windows-container-deploy-cli.md).
        length: 32,
        minLower: 1,
        minUpper: 1,
        minNumeric: 1,
        minSpecial: 1,
        keepers: { generation: String(plan.windowsAdmin.passwordGeneration) },
      },
      parent,
    );
    this.managedCluster = new ManagedCluster(
      `${name}-cluster`,
      managedClusterArgs(plan, { resourceGroupName, location, tags, windowsAdminPassword: password.result }),
      {
        ...parent,
        protect,
        ignoreChanges: ignoredChanges(plan),
        customTimeouts: { create: "60m", update: "90m", delete: "60m" },
      },
    );
    for (const [role, configName, window] of [
      ["upgrade-window", "aksManagedAutoUpgradeSchedule", plan.maintenance.kubernetes],
      ["node-image-window", "aksManagedNodeOSUpgradeSchedule", plan.maintenance.nodeImage],
    ] as const) {
      new MaintenanceConfiguration(
        `${name}-${role}`,
        {
          resourceGroupName,
          resourceName: this.managedCluster.name,
          configName,
          maintenanceWindow: weeklyWindow(window),
        },
        parent,
      );
    }

    this.clusterId = this.managedCluster.id;
    this.clusterName = this.managedCluster.name;
    // By a function and not from the resource: what Azure computes is unknown in the preview of every update, and a changed
    // tag would look like a replaced role assignment. A function answers in previews too, once the cluster exists.
    const live = getManagedClusterOutput({ resourceGroupName, resourceName: this.managedCluster.name }, parent);
    this.kubeletObjectId = live.apply(({ identityProfile }) =>
      required(identityProfile?.["kubeletidentity"]?.objectId, "an identity for the nodes"),
    );
    this.oidcIssuerUrl = live.apply(({ oidcIssuerProfile }) =>
      required(oidcIssuerProfile?.issuerURL, "an OIDC issuer"),
    );
    this.kubeconfig = this.readKubeconfig(plan.disableLocalAccounts, resourceGroupName);
    this.kubernetesProvider = new KubernetesProvider(
      `${name}-kubernetes`,
      // With an unchanged identifier an unknown kubeconfig is not taken for another cluster, which would replace every
      // object in it (pulumi-kubernetes#1148, PR #3068).
      { kubeconfig: this.kubeconfig, clusterIdentifier: this.clusterId },
      parent,
    );
    this.registerOutputs({
      clusterId: this.clusterId,
      clusterName: this.clusterName,
      kubeletObjectId: this.kubeletObjectId,
      oidcIssuerUrl: this.oidcIssuerUrl,
      kubeconfig: this.kubeconfig,
    });
  }

  /** The invokes answer in clear (pulumi-azure-native#1693), so the answer becomes a secret before anything else. */
  private readKubeconfig(disableLocalAccounts: boolean, resourceGroupName: pulumi.Input<string>) {
    const cluster = { resourceGroupName, resourceName: this.managedCluster.name };
    if (disableLocalAccounts) {
      const credentials = pulumi.secret(
        listManagedClusterUserCredentialsOutput({ ...cluster, format: "exec" }, { parent: this }),
      );
      return credentials.apply(({ kubeconfigs }) => withCliSignIn(kubeconfigText(kubeconfigs)));
    }
    const credentials = pulumi.secret(listManagedClusterAdminCredentialsOutput(cluster, { parent: this }));
    return credentials.apply(({ kubeconfigs }) => kubeconfigText(kubeconfigs));
  }
}

/**
 * What AKS moves by itself must not look like a change. The whole list of pools, because after a refresh the state holds all
 * pools of the cluster in it, with their counts, not only the inline one; parts of a list can be ignored only where both
 * sides have them (pulumi properties_path.go, Reset). An update then sends the list as the state has it, so it has to be fresh:
 * a pool that is gone would be refused as a new one (pulumi-azure-native#2719). Pulumi.yaml therefore refreshes always.
 */
function ignoredChanges(plan: ClusterPlan): string[] {
  return [
    "agentPoolProfiles",
    // A minor stays what it is in AKS's answer; a full patch is moved by the upgrade channel (pulumi-azure-native#2059).
    ...(plan.kubernetesVersion.split(".").length > 2 ? ["kubernetesVersion"] : []),
    // A password that was made anew by accident must not reach a living cluster; a rotation that was asked for must
    // (hashicorp/terraform-provider-azurerm#10815).
    ...(plan.windowsAdmin.passwordGeneration === 1 ? ["windowsProfile.adminPassword"] : []),
  ];
}

function required(value: string | undefined, what: string): string {
  if (value === undefined) {
    throw new pulumi.RunError(`AKS answered without ${what} for the cluster.`);
  }
  return value;
}
