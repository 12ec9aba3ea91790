import { CustomResource } from "@pulumi/kubernetes/apiextensions";
import { ClusterRole, RoleBinding } from "@pulumi/kubernetes/rbac/v1";
import * as pulumi from "@pulumi/pulumi";
import type { GmsaPlan } from "../plan/fleetPlan";
import { gmsaCredentialSpec } from "./gmsaCredentialSpec";

/**
 * The group managed service account of one class: its credential specification, which is an object of the whole cluster, and the right
 * of the class's service account, and of no other, to run pods with it. AKS's webhook refuses pods without that right.
 */
export interface GmsaCredentialArgs {
  readonly plan: GmsaPlan;
  readonly namespace: pulumi.Input<string>;
  readonly serviceAccountName: pulumi.Input<string>;
  /** Object id of the nodes' identity, once the cluster is known to have such accounts turned on: AKS brings their definition. */
  readonly kubeletObjectId: pulumi.Output<string>;
}

export class GmsaCredential extends pulumi.ComponentResource {
  readonly credentialSpecName: pulumi.Output<string>;

  constructor(name: string, args: GmsaCredentialArgs, opts?: pulumi.ComponentResourceOptions) {
    super("aks-agents:components:GmsaCredential", name, {}, opts);
    const { plan, namespace } = args;
    const child = { parent: this, deletedWith: opts?.deletedWith };

    const spec = new CustomResource(
      `${name}-spec`,
      {
        apiVersion: "windows.k8s.io/v1",
        kind: "GMSACredentialSpec",
        metadata: { name: plan.credentialSpecName },
        credspec: args.kubeletObjectId.apply((objectId) => gmsaCredentialSpec(plan, objectId)),
      },
      child,
    );
    this.credentialSpecName = spec.metadata.name;
    const role = new ClusterRole(
      `${name}-role`,
      {
        metadata: { name: `use-gmsa-${plan.credentialSpecName}` },
        rules: [
          {
            apiGroups: ["windows.k8s.io"],
            resources: ["gmsacredentialspecs"],
            resourceNames: [plan.credentialSpecName],
            verbs: ["use"],
          },
        ],
      },
      child,
    );
    new RoleBinding(
      `${name}-binding`,
      {
        metadata: { name: `use-gmsa-${plan.credentialSpecName}`, namespace },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: role.metadata.name },
        subjects: [{ kind: "ServiceAccount", name: args.serviceAccountName, namespace }],
      },
      child,
    );
    this.registerOutputs({ credentialSpecName: this.credentialSpecName });
  }
}
