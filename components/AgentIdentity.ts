import * as managedidentity from "@pulumi/azure-native/managedidentity";
import { Provider as AzureProvider } from "@pulumi/azure-native/provider";
import * as azuredevops from "@pulumi/azuredevops";
import { Namespace, Secret, ServiceAccount } from "@pulumi/kubernetes/core/v1";
import * as pulumi from "@pulumi/pulumi";
import type { AgentClassPlan, AzureDevOpsPlan } from "../plan/fleetPlan";
import type { AgentCredentials } from "./agentConnection";
import { federationAudience } from "./federationAudience";
import { podSecurityLabels } from "./podSecurity";

/**
 * What the agents of one class are: namespace and service account in the cluster, and either an identity of their own that is
 * Administrator of its agent pool and of nothing else, or a personal access token. All generations of the class share it.
 */
export interface AgentIdentityArgs {
  readonly plan: AgentClassPlan;
  readonly azureDevOps: AzureDevOpsPlan;
  /** Resource group of a new identity. A change replaces it. */
  readonly resourceGroupName: pulumi.Input<string>;
  readonly location: string;
  readonly tags: Readonly<Record<string, string>>;
  /** Issuer of the cluster's service account tokens. */
  readonly oidcIssuerUrl: pulumi.Input<string>;
  /** Numeric id of the class's agent pool, as text. */
  readonly agentPoolId: pulumi.Input<string>;
  /** Conditional: only with `personalAccessToken`. */
  readonly agentToken?: pulumi.Input<string>;
}

/** What is a reference to a resource and not a value. */
export interface AgentIdentityOptions extends pulumi.ComponentResourceOptions {
  /** For the objects in the cluster. Not among `providers`: the identity in Azure would then wait for the cluster. */
  readonly inCluster: Pick<pulumi.CustomResourceOptions, "provider" | "deletedWith">;
  /** What must exist before the identity becomes a member of the organisation, which knows a fresh one only after a while. */
  readonly memberAfter: pulumi.Resource;
  /** Federated credential of the class before, when all share one identity: Azure refuses parallel writes to one. */
  readonly previousCredential?: pulumi.Resource;
}

export class AgentIdentity extends pulumi.ComponentResource {
  readonly namespace: pulumi.Output<string>;
  readonly serviceAccountName: pulumi.Output<string>;
  readonly credentials: AgentCredentials;
  /** For the chain of a shared identity. */
  readonly federatedCredential?: pulumi.Resource;

  constructor(name: string, args: AgentIdentityArgs, opts: AgentIdentityOptions) {
    const { inCluster: clusterOptions, memberAfter, previousCredential, ...resourceOptions } = opts;
    super("aks-agents:components:AgentIdentity", name, {}, resourceOptions);
    const inCluster = { parent: this, ...clusterOptions };
    const { plan } = args;

    const namespace = new Namespace(
      `${name}-namespace`,
      { metadata: { name: plan.namespace, labels: podSecurityLabels(plan) } },
      inCluster,
    );
    this.namespace = namespace.metadata.name;
    const serviceAccount = new ServiceAccount(
      `${name}-account`,
      {
        metadata: { name: plan.serviceAccountName, namespace: this.namespace },
        // Jobs have no business with the cluster's API.
        automountServiceAccountToken: false,
      },
      inCluster,
    );
    this.serviceAccountName = serviceAccount.metadata.name;

    if (args.azureDevOps.authentication === "workloadIdentity") {
      const federated = this.federate(name, args, previousCredential);
      if (args.azureDevOps.existingIdentity === undefined) {
        this.join(name, args, federated.identity.principalId, memberAfter);
      }
      this.federatedCredential = federated.credential;
      this.credentials = {
        kind: "workloadIdentity",
        clientId: federated.identity.clientId,
        tenantId: federated.identity.tenantId,
      };
    } else {
      const secret = new Secret(
        `${name}-token`,
        { metadata: { namespace: this.namespace }, stringData: { token: requiredToken(args.agentToken) } },
        inCluster,
      );
      this.credentials = { kind: "personalAccessToken", secretName: secret.metadata.name };
    }
    this.registerOutputs({ namespace: this.namespace, serviceAccountName: this.serviceAccountName });
  }

  /** Lets the service account's tokens stand for the identity. */
  private federate(name: string, args: AgentIdentityArgs, previousCredential: pulumi.Resource | undefined) {
    const { existingIdentity } = args.azureDevOps;
    const { provider, identity } = existingIdentity
      ? this.findIdentity(name, existingIdentity)
      : { provider: undefined, identity: this.createIdentity(name, args) };
    const credential = new managedidentity.FederatedIdentityCredential(
      `${name}-federation`,
      {
        resourceGroupName: existingIdentity?.resourceGroupName ?? args.resourceGroupName,
        resourceName: identity.name,
        issuer: args.oidcIssuerUrl,
        subject: pulumi.interpolate`system:serviceaccount:${this.namespace}:${this.serviceAccountName}`,
        audiences: [federationAudience],
      },
      { parent: this, provider, dependsOn: previousCredential },
    );
    return { identity, credential };
  }

  private createIdentity(name: string, { resourceGroupName, location, tags }: AgentIdentityArgs) {
    const identity = new managedidentity.UserAssignedIdentity(
      `${name}-identity`,
      { resourceGroupName, location, tags: { ...tags } },
      { parent: this },
    );
    // By a function: the resource's own ids are unknown in the preview of an update, and a changed tag would look like a
    // replaced membership.
    return managedidentity.getUserAssignedIdentityOutput(
      { resourceGroupName, resourceName: identity.name },
      { parent: this },
    );
  }

  /** It may be in another subscription than everything else, so it has a provider of its own. */
  private findIdentity(name: string, { id, subscriptionId }: NonNullable<AzureDevOpsPlan["existingIdentity"]>) {
    const provider = new AzureProvider(`${name}-subscription`, { subscriptionId }, { parent: this });
    const identity = managedidentity.UserAssignedIdentity.get(`${name}-identity`, id, { parent: this, provider });
    return { provider, identity };
  }

  /** Makes the identity a member of the organisation and Administrator of its own agent pool, which registering agents takes. */
  private join(
    name: string,
    args: AgentIdentityArgs,
    principalId: pulumi.Input<string>,
    memberAfter: pulumi.Resource,
  ): void {
    const member = new azuredevops.ServicePrincipalEntitlement(
      `${name}-member`,
      { origin: "aad", originId: principalId, accountLicenseType: "express" },
      // A fresh identity is refused with VS403283 for a while, and the provider does not retry
      // (terraform-provider-azuredevops#1603): creating the cluster takes longer than that.
      { parent: this, dependsOn: memberAfter },
    );
    new azuredevops.SecurityroleAssignment(
      `${name}-role`,
      {
        scope: "distributedtask.agentpoolrole",
        resourceId: args.agentPoolId,
        // The entitlement's own id; the principal's object id names nobody here.
        identityId: member.id,
        roleName: "Administrator",
      },
      { parent: this },
    );
  }
}

function requiredToken(token: pulumi.Input<string> | undefined): pulumi.Input<string> {
  if (token === undefined) {
    throw new pulumi.RunError("authentication is personalAccessToken, but there is no agentToken.");
  }
  return token;
}
