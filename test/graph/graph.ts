import assert from "node:assert/strict";
import type { Registration, ProgramRun } from "../support/registration";
import { runProgram, type RunOptions } from "../support/runProgram";
import { stackConfig } from "../support/stackConfig";

export const stacks = ["dev", "dual", "prod", "pr"] as const;

/** What a run registered, as a graph to ask questions of. */
export class Graph {
  private readonly byUrn: ReadonlyMap<string, Registration>;

  constructor(readonly run: ProgramRun) {
    this.byUrn = new Map(run.registrations.map((registration) => [registration.urn, registration]));
  }

  get all(): readonly Registration[] {
    return this.run.registrations;
  }

  ofType(type: string | RegExp): readonly Registration[] {
    return this.all.filter((each) => (typeof type === "string" ? each.type === type : type.test(each.type)));
  }

  /** Of a type, leaving out what pipelines have for their own builds. */
  ofFleet(type: string): readonly Registration[] {
    return this.ofType(type).filter(({ name }) => !name.startsWith("pipelines-"));
  }

  named(name: string): Registration {
    const found = this.all.find((registration) => registration.name === name);
    assert.ok(found, `there is no resource ${name}`);
    return found;
  }

  only(type: string): Registration {
    const [found, ...others] = this.ofType(type);
    assert.ok(found, `there is no ${type}`);
    assert.deepEqual(others, [], `there is more than one ${type}`);
    return found;
  }

  parentOf({ parent = "" }: Registration): Registration | undefined {
    return this.byUrn.get(parent);
  }

  /**
   * Everything that exists before a resource is created and until it has been deleted, by what the resource says itself and not
   * by what its component waited for.
   */
  needs(registration: Registration): ReadonlySet<Registration> {
    const found = new Set<Registration>();
    const visit = ({ dependencies, propertyDependencies, provider, deletedWith }: Registration) => {
      const urns = [...dependencies, ...Object.values(propertyDependencies).flat(), provider, deletedWith];
      for (const next of urns.flatMap((urn) => this.byUrn.get(urn ?? "") ?? [])) {
        if (!found.has(next)) {
          found.add(next);
          visit(next);
        }
      }
    };
    visit(registration);
    return found;
  }
}

/** Runs a stack's program and demands that it ends well. */
export async function graphOf(options: RunOptions): Promise<Graph> {
  const run = await runProgram(options);
  assert.equal(run.error?.message, undefined);
  return new Graph(run);
}

/** A stack's configuration with some keys replaced; `undefined` leaves one out. */
export function configWith(stack: string, changes: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries({ ...stackConfig(stack), ...changes }).flatMap(([key, value]): [string, string][] =>
    value === undefined ? [] : [[key, typeof value === "string" ? value : JSON.stringify(value)]],
  );
  return Object.fromEntries(entries);
}

export const types = {
  managedCluster: "azure-native:containerservice:ManagedCluster",
  nodePool: /^azure-native(_containerservice_v20260201)?:containerservice:AgentPool$/,
  roleAssignment: "azure-native:authorization:RoleAssignment",
  identity: "azure-native:managedidentity:UserAssignedIdentity",
  federation: "azure-native:managedidentity:FederatedIdentityCredential",
  imageBuild: "pulumi-nodejs:dynamic/aks-agents:ImageBuild",
  registry: "azure-native:containerregistry:Registry",
  storageAccount: "azure-native:storage:StorageAccount",
  deployment: "kubernetes:apps/v1:Deployment",
  namespace: "kubernetes:core/v1:Namespace",
  serviceAccount: "kubernetes:core/v1:ServiceAccount",
  configMap: "kubernetes:core/v1:ConfigMap",
  cronJob: "kubernetes:batch/v1:CronJob",
  credentialSpec: "kubernetes:windows.k8s.io/v1:GMSACredentialSpec",
  clusterRole: "kubernetes:rbac.authorization.k8s.io/v1:ClusterRole",
  namespacedRole: "kubernetes:rbac.authorization.k8s.io/v1:Role",
  roleBinding: "kubernetes:rbac.authorization.k8s.io/v1:RoleBinding",
  secret: "kubernetes:core/v1:Secret",
  agentPool: "azuredevops:index/pool:Pool",
  queue: "azuredevops:index/queue:Queue",
  pipelineAuthorization: "azuredevops:index/pipelineAuthorization:PipelineAuthorization",
  member: "azuredevops:index/servicePrincipalEntitlement:ServicePrincipalEntitlement",
  role: "azuredevops:index/securityroleAssignment:SecurityroleAssignment",
} as const;
