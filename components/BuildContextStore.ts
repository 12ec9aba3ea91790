import * as storage from "@pulumi/azure-native/storage";
import * as pulumi from "@pulumi/pulumi";
import type { ContextStorePlan } from "../plan/fleetPlan";

/** A storage account with one container for the build contexts of images, which are deleted after some days. */
export interface BuildContextStoreArgs {
  readonly plan: ContextStorePlan;
  /** Resource group of the account. A change replaces it. */
  readonly resourceGroupName: pulumi.Input<string>;
  readonly location: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Whether the account is protected from deletion. */
  readonly protect: boolean;
}

export class BuildContextStore extends pulumi.ComponentResource {
  readonly accountName: pulumi.Output<string>;
  readonly containerName: pulumi.Output<string>;
  /** Azure Resource Manager id of the container: the scope of roles that concern nothing but build contexts. */
  readonly containerId: pulumi.Output<string>;

  constructor(name: string, args: BuildContextStoreArgs, opts?: pulumi.ComponentResourceOptions) {
    super("aks-agents:components:BuildContextStore", name, {}, opts);
    const { plan, resourceGroupName, location, tags, protect } = args;
    const parent = { parent: this };

    const account = new storage.StorageAccount(
      // Lower-case letters and digits only: the physical name is made of it, with 8 characters more, 24 at most.
      `${name}account`,
      {
        resourceGroupName,
        ...(plan.name !== undefined && { accountName: plan.name }),
        location,
        kind: "StorageV2",
        sku: { name: "Standard_LRS" },
        accessTier: "Hot",
        // The API's own default is still TLS 1.0, and shared keys are allowed when nothing is said.
        minimumTlsVersion: "TLS1_2",
        enableHttpsTrafficOnly: true,
        allowBlobPublicAccess: false,
        allowSharedKeyAccess: plan.allowSharedKeyAccess,
        defaultToOAuthAuthentication: true,
        allowCrossTenantReplication: false,
        tags: { ...tags },
      },
      { ...parent, protect },
    );
    const container = new storage.BlobContainer(
      `${name}-container`,
      {
        resourceGroupName,
        accountName: account.name,
        containerName: plan.containerName,
        publicAccess: "None",
      },
      parent,
    );
    new storage.ManagementPolicy(
      `${name}-retention`,
      {
        resourceGroupName,
        accountName: account.name,
        // An account has one policy, and it has this name.
        managementPolicyName: "default",
        policy: { rules: [retentionRule(plan)] },
      },
      parent,
    );
    this.accountName = account.name;
    this.containerName = container.name;
    this.containerId = container.id;
    this.registerOutputs({ accountName: this.accountName, containerName: this.containerName });
  }
}

function retentionRule({ containerName, retentionDays }: ContextStorePlan) {
  return {
    name: "delete-build-contexts",
    type: "Lifecycle",
    enabled: true,
    definition: {
      actions: { baseBlob: { delete: { daysAfterCreationGreaterThan: retentionDays } } },
      filters: { blobTypes: ["blockBlob"], prefixMatch: [`${containerName}/`] },
    },
  };
}
