import { RoleAssignment } from "@pulumi/azure-native/authorization";
import * as containerregistry from "@pulumi/azure-native/containerregistry";
import * as pulumi from "@pulumi/pulumi";
import type { RegistryPlan } from "../plan/fleetPlan";
import { roleDefinitionId } from "./roleDefinitionId";

/** The registry of the agent images, new or existing, and the nodes' right to pull from it. */
export interface RegistryArgs {
  readonly plan: RegistryPlan;
  /** Resource group of a new registry. A change replaces it and its images. */
  readonly resourceGroupName: pulumi.Input<string>;
  readonly location: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Whether a new registry is protected from deletion. */
  readonly protect: boolean;
  /** Object id of the identity with which nodes pull. Absent: no role assignment is made. */
  readonly pullPrincipalId?: pulumi.Input<string>;
}

export class Registry extends pulumi.ComponentResource {
  readonly registryId: pulumi.Output<string>;
  /** Read from the registry: with a domain name label it is not `<name>.azurecr.io`. */
  readonly loginServer: pulumi.Output<string>;

  constructor(name: string, args: RegistryArgs, opts?: pulumi.ComponentResourceOptions) {
    super("aks-agents:components:Registry", name, {}, opts);
    const registry = args.plan.existing ? this.find(name, args.plan.existing.id) : this.create(name, args);
    this.registryId = registry.id;
    this.loginServer = registry.loginServer;

    if (args.pullPrincipalId !== undefined) {
      new RoleAssignment(
        `${name}-pull`,
        {
          scope: registry.id,
          roleDefinitionId: registry.id.apply((scope) => roleDefinitionId(scope, args.plan.pullRoleDefinitionId)),
          principalId: args.pullPrincipalId,
          // Without the type Azure looks the principal up, and does not find a fresh one (azure-docs#103085).
          principalType: "ServicePrincipal",
        },
        { parent: this },
      );
    }
    this.registerOutputs({ registryId: this.registryId, loginServer: this.loginServer });
  }

  /** By id, because it may be in another subscription. */
  private find(name: string, id: string) {
    return containerregistry.Registry.get(`${name}acr`, id, { parent: this });
  }

  private create(name: string, { plan, resourceGroupName, location, tags, protect }: RegistryArgs) {
    const { id, name: registryName } = new containerregistry.Registry(
      // Letters and digits only: the physical name is made of it, or given.
      `${name}acr`,
      {
        resourceGroupName,
        ...(plan.name !== undefined && { registryName: plan.name }),
        location,
        sku: { name: plan.sku },
        adminUserEnabled: false,
        tags: { ...tags },
      },
      { parent: this, protect },
    );
    // By a function: a resource's own is unknown in the preview of an update, and would seem to change every agent's image.
    const live = containerregistry.getRegistryOutput({ resourceGroupName, registryName }, { parent: this });
    return { id, loginServer: live.loginServer };
  }
}
