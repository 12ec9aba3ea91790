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
    const registry = this.registry(name, args);
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

  private registry(name: string, { plan, ...args }: RegistryArgs): containerregistry.Registry {
    // Letters and digits only: the physical name is made of it, or given.
    const childName = `${name}acr`;
    if (plan.existing !== undefined) {
      return containerregistry.Registry.get(childName, plan.existing.id, { parent: this });
    }
    return new containerregistry.Registry(
      childName,
      {
        resourceGroupName: args.resourceGroupName,
        ...(plan.name !== undefined && { registryName: plan.name }),
        location: args.location,
        sku: { name: plan.sku },
        adminUserEnabled: false,
        tags: { ...args.tags },
      },
      { parent: this, protect: args.protect },
    );
  }
}
