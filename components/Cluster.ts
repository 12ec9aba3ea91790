import { RoleAssignment } from "@pulumi/azure-native/authorization";
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
import { gmsaRemedy } from "./gmsaProfile";
import { kubeconfigText, withCliSignIn } from "./kubeconfig";
import { laterError } from "./laterError";
import { weeklyWindow } from "./maintenance";
import { ignoredChanges, managedClusterArgs } from "./managedCluster";
import { roleDefinitionId } from "./roleDefinitionId";

/** Built-in role Network Contributor (azure-docs built-in-roles/networking.md). */
const networkContributor = "4d97b98b-1d4f-4787-a291-c67834d212e7";

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
  /** Whether objects in the cluster count as deleted when it cannot be reached. Only for a stack that goes as a whole. */
  readonly forgetUnreachable: boolean;
  /** Whether the cluster's identity gets its role on a subnet of your own. */
  readonly manageRoleAssignments: boolean;
}

export class Cluster extends pulumi.ComponentResource {
  readonly clusterId: pulumi.Output<string>;
  readonly clusterName: pulumi.Output<string>;
  /** Object id of the identity with which nodes pull images; not that of the cluster (Azure/AKS#4593). */
  readonly kubeletObjectId: pulumi.Output<string>;
  /** The same, once the cluster is seen to have group managed service accounts as planned. It fails with the command that helps. */
  readonly gmsaObjectId: pulumi.Output<string>;
  readonly oidcIssuerUrl: pulumi.Output<string>;
  /** Secret. With local accounts that of the cluster's administrator, else one that signs in through kubelogin. */
  readonly kubeconfig: pulumi.Output<string>;
  readonly kubernetesProvider: KubernetesProvider;
  /** Secret. Of the Windows nodes' administrator, for whoever sets it on an existing cluster. */
  readonly windowsAdminPassword: pulumi.Output<string>;
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

    this.windowsAdminPassword = password.result;
    this.clusterId = this.managedCluster.id;
    this.clusterName = this.managedCluster.name;
    // By a function and not from the resource: what Azure computes is unknown in the preview of every update, and a changed
    // tag would look like a replaced role assignment. A function answers in previews too, once the cluster exists.
    const live = getManagedClusterOutput({ resourceGroupName, resourceName: this.managedCluster.name }, parent);
    this.kubeletObjectId = live.apply(({ identityProfile }) =>
      required(identityProfile?.["kubeletidentity"]?.objectId, "an identity for the nodes"),
    );
    this.gmsaObjectId = pulumi
      .all([live, this.kubeletObjectId, resourceGroupName])
      .apply(([{ name: liveName, windowsProfile }, objectId, group]) => {
        const cluster = { resourceGroupName: group, name: liveName };
        const remedy = plan.gmsa && gmsaRemedy(plan.gmsa, windowsProfile?.gmsaProfile, cluster);
        if (remedy !== undefined) throw laterError(remedy);
        return objectId;
      });
    this.oidcIssuerUrl = live.apply(({ oidcIssuerProfile }) =>
      required(oidcIssuerProfile?.issuerURL, "an OIDC issuer"),
    );
    if (plan.network.subnetId !== undefined && args.manageRoleAssignments) {
      new RoleAssignment(
        `${name}-subnet`,
        {
          // Load balancers of services are put into the subnet by the cluster itself (aks-docs configure-azure-cni.md).
          scope: plan.network.subnetId,
          roleDefinitionId: roleDefinitionId(plan.network.subnetId, networkContributor),
          principalId: live.apply(({ identity }) => required(identity?.principalId, "an identity of its own")),
          principalType: "ServicePrincipal",
        },
        parent,
      );
    }
    this.kubeconfig = this.readKubeconfig(plan.disableLocalAccounts, resourceGroupName);
    this.kubernetesProvider = new KubernetesProvider(
      `${name}-kubernetes`,
      // With an unchanged identifier an unknown kubeconfig is not taken for another cluster, which would replace every
      // object in it (pulumi-kubernetes#1148, PR #3068).
      {
        kubeconfig: this.kubeconfig,
        clusterIdentifier: this.clusterId,
        // Or a cluster that died would keep the stack from ever being destroyed (pulumi-kubernetes#2463).
        ...(args.forgetUnreachable && { deleteUnreachable: true }),
      },
      parent,
    );
    this.registerOutputs({
      clusterId: this.clusterId,
      clusterName: this.clusterName,
      kubeletObjectId: this.kubeletObjectId,
      oidcIssuerUrl: this.oidcIssuerUrl,
      kubeconfig: this.kubeconfig,
      windowsAdminPassword: this.windowsAdminPassword,
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

function required(value: string | undefined, what: string): string {
  if (value === undefined) {
    throw laterError(`AKS answered without ${what} for the cluster.`);
  }
  return value;
}
