import { RoleAssignment } from "@pulumi/azure-native/authorization";
import * as pulumi from "@pulumi/pulumi";
import type { GmsaSecretPlan } from "../plan/fleetPlan";
import { roleDefinitionId } from "./roleDefinitionId";

/** Built-in role Key Vault Secrets User (azure-docs built-in-roles/security.md). */
const keyVaultSecretsUser = "4633458b-17de-408a-b874-0445c86b69e6";

/** The nodes' right to read one secret of a key vault: the domain user that may fetch the passwords of managed service accounts. */
export interface GmsaSecretAccessArgs {
  readonly plan: GmsaSecretPlan;
  /** Object id of the nodes' identity. */
  readonly kubeletObjectId: pulumi.Input<string>;
}

export class GmsaSecretAccess extends pulumi.ComponentResource {
  constructor(name: string, { plan, kubeletObjectId }: GmsaSecretAccessArgs, opts?: pulumi.ComponentResourceOptions) {
    super("aks-agents:components:GmsaSecretAccess", name, {}, opts);
    new RoleAssignment(
      `${name}-role`,
      {
        scope: plan.scope,
        roleDefinitionId: roleDefinitionId(plan.scope, keyVaultSecretsUser),
        principalId: kubeletObjectId,
        principalType: "ServicePrincipal",
      },
      { parent: this },
    );
    this.registerOutputs();
  }
}
