import { RoleAssignment } from "@pulumi/azure-native/authorization";
import * as managedidentity from "@pulumi/azure-native/managedidentity";
import * as azuredevops from "@pulumi/azuredevops";
import * as pulumi from "@pulumi/pulumi";
import type { PipelineConnectionPlan } from "../plan/imagePlan";
import { authorisePipelines } from "./authorisePipelines";
import { federationAudience } from "./federationAudience";
import { roleDefinitionId } from "./roleDefinitionId";

/**
 * A service connection through which pipelines have images built in the registry, and the identity behind it: no key, no right but to
 * start builds in this registry and to write build contexts.
 */
export interface PipelineConnectionArgs {
  readonly plan: PipelineConnectionPlan;
  /** Resource group of the identity. A change replaces it. */
  readonly resourceGroupName: pulumi.Input<string>;
  readonly location: string;
  readonly tags: Readonly<Record<string, string>>;
  /** GUID of the project that gets the connection. A change replaces it. */
  readonly projectId: pulumi.Input<string>;
  /** Azure Resource Manager id of the registry. Its subscription is the one that the connection names. */
  readonly registryId: pulumi.Output<string>;
  /** Azure Resource Manager id of the container of build contexts. */
  readonly contextContainerId: pulumi.Output<string>;
  /** Whether the identity's roles are assigned here. */
  readonly manageRoleAssignments: boolean;
}

type PipelineIdentity = pulumi.Output<managedidentity.GetUserAssignedIdentityResult>;

export class PipelineConnection extends pulumi.ComponentResource {
  /** Name by which pipelines use the connection. */
  readonly connectionName: pulumi.Output<string>;

  constructor(name: string, args: PipelineConnectionArgs, opts?: pulumi.ComponentResourceOptions) {
    super("aks-agents:components:PipelineConnection", name, {}, opts);
    const { plan, projectId } = args;
    const identity = this.createIdentity(name, args);
    const endpoint = this.createEndpoint(name, args, identity);
    const federation = this.trust(name, args, identity, endpoint);
    const roles = args.manageRoleAssignments ? this.assignRoles(name, args, identity) : [];
    authorisePipelines(
      name,
      plan.pipelines,
      { projectId, type: "endpoint", resourceId: endpoint.id },
      // A pipeline that is let in earlier would fail.
      { parent: this, dependsOn: [federation, ...roles] },
    );
    this.connectionName = endpoint.serviceEndpointName;
    this.registerOutputs({ connectionName: this.connectionName });
  }

  private createIdentity(name: string, { resourceGroupName, location, tags }: PipelineConnectionArgs) {
    const { name: resourceName } = new managedidentity.UserAssignedIdentity(
      `${name}-identity`,
      { resourceGroupName, location, tags: { ...tags } },
      { parent: this },
    );
    // By a function, as for agents: the resource's own ids are unknown in the preview of an update.
    return managedidentity.getUserAssignedIdentityOutput({ resourceGroupName, resourceName }, { parent: this });
  }

  private createEndpoint(
    name: string,
    { plan, projectId, registryId }: PipelineConnectionArgs,
    { clientId, tenantId }: PipelineIdentity,
  ) {
    const subscriptionId = registryId.apply(subscriptionOf);
    return new azuredevops.ServiceEndpointAzureRM(
      `${name}-endpoint`,
      {
        projectId,
        serviceEndpointName: plan.name,
        serviceEndpointAuthenticationScheme: "WorkloadIdentityFederation",
        credentials: { serviceprincipalid: clientId },
        azurermSpnTenantid: tenantId,
        azurermSubscriptionId: subscriptionId,
        // Shown to people and used for nothing else; the display name would take a right to read the subscription.
        azurermSubscriptionName: subscriptionId,
        // No features.validate: the identity trusts nobody yet, and the provider deletes an endpoint that cannot sign in.
      },
      { parent: this },
    );
  }

  /** Lets tokens of the service connection stand for the identity. Issuer and subject are made by the service and cannot be foretold. */
  private trust(
    name: string,
    { resourceGroupName }: PipelineConnectionArgs,
    identity: PipelineIdentity,
    endpoint: azuredevops.ServiceEndpointAzureRM,
  ) {
    return new managedidentity.FederatedIdentityCredential(
      `${name}-federation`,
      {
        resourceGroupName,
        resourceName: identity.name,
        issuer: endpoint.workloadIdentityFederationIssuer,
        subject: endpoint.workloadIdentityFederationSubject,
        audiences: [federationAudience],
      },
      { parent: this },
    );
  }

  private assignRoles(
    name: string,
    { plan, registryId, contextContainerId }: PipelineConnectionArgs,
    { principalId }: PipelineIdentity,
  ): readonly RoleAssignment[] {
    const assignments = [
      ...plan.registryRoles.map((role) => ({ role, scope: registryId })),
      { role: plan.contextRole, scope: contextContainerId },
    ];
    return assignments.map(
      ({ role, scope }) =>
        new RoleAssignment(
          `${name}-${role.name.toLowerCase().replaceAll(" ", "-")}`,
          {
            scope,
            roleDefinitionId: scope.apply((id) => roleDefinitionId(id, role.definitionId)),
            principalId,
            // Without the type Azure looks the principal up, and does not find a fresh one (azure-docs#103085).
            principalType: "ServicePrincipal",
          },
          { parent: this },
        ),
    );
  }
}

function subscriptionOf(id: string): string {
  return /^\/subscriptions\/([^/]+)/i.exec(id)?.[1] ?? "";
}
