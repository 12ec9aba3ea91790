import { randomUUID } from "node:crypto";
import { AppsV1Api, CoreV1Api, KubeConfig, NodeV1Api, PolicyV1Api } from "@kubernetes/client-node";
import { getBearerHandler, WebApi } from "azure-devops-node-api";
import { Directory } from "../../sandbox/entra/directory";
import type { Fault } from "../../sandbox/faults";
import type { SandboxPaths } from "../../sandbox/paths";
import { runningServer, type RunningServer } from "../../sandbox/serverFile";
import { waitFor } from "../../sandbox/kubernetes/waitFor";
import { subscriptionId } from "../../sandbox/azureEnvironment";
import { record } from "../sandbox/azuredevops/fixture";

/** Entra application of Azure DevOps, the audience of its access tokens. */
const azureDevOpsApplication = "499b84ac-1321-427f-aa17-267ca6975798";

/** The organisation of the stack files. */
const organization = "contoso";

/** Read-only properties of a managed cluster and its pools (azure-rest-api-specs containerservice 2025-09-01). */
const saidByAzure = [
  "eTag",
  "principalId",
  "tenantId",
  "provisioningState",
  "powerState",
  "maxAgentPools",
  "currentKubernetesVersion",
  "currentOrchestratorVersion",
  "nodeImageVersion",
  "fqdn",
  "azurePortalFQDN",
  "issuerURL",
  "resourceUID",
];

/** The three services of a running sandbox, as somebody with the rights of who deploys sees them. */
export class Clouds {
  constructor(private readonly paths: SandboxPaths) {}

  /** Ids of all resources in Azure, of system-made ones too. */
  async azureIds(): Promise<readonly string[]> {
    const { value } = record(await json(`${this.server.azureUrl}/_sandbox/resources`));
    return Array.isArray(value) ? value.map((resource) => String(record(resource)["id"])) : [];
  }

  /** A resource by its path below a resource group, read from Azure Resource Manager; the empty path is the group. */
  async azure(resourceGroup: string, path: string, apiVersion: string): Promise<Record<string, unknown>> {
    const group = `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroup}`;
    return this.azureById(path === "" ? group : `${group}/${path}`, apiVersion);
  }

  async azureById(id: string, apiVersion: string): Promise<Record<string, unknown>> {
    const { deployer } = this.directory;
    const token = await this.directory.issueToken(deployer.objectId, "https://management.azure.com");
    return record(await json(`${this.server.azureUrl}${id}?api-version=${apiVersion}`, token));
  }

  /** How Azure Resource Manager answers a principal: status, and the code of the error where it is one. */
  async azureAnswer(
    principalId: string,
    method: string,
    id: string,
    apiVersion: string,
  ): Promise<{ readonly status: number; readonly code?: unknown }> {
    const token = await this.directory.issueToken(principalId, "https://management.azure.com");
    const response = await fetch(`${this.server.azureUrl}${id}?api-version=${apiVersion}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: method === "PUT" ? "{}" : undefined,
    });
    const text = await response.text();
    const { error } = record(text === "" ? {} : JSON.parse(text));
    return { status: response.status, ...(error !== undefined && { code: record(error)["code"] }) };
  }

  /**
   * Writes a resource as Azure's clients do: what has been read, with a change, and without what only the service says. Resolves when
   * Azure has done it.
   */
  async changeAzure(
    resourceGroup: string,
    path: string,
    apiVersion: string,
    change: (resource: Record<string, unknown>) => Record<string, unknown>,
  ): Promise<void> {
    const { deployer } = this.directory;
    const token = await this.directory.issueToken(deployer.objectId, "https://management.azure.com");
    const group = `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroup}`;
    const url = `${this.server.azureUrl}${group}/${path}?api-version=${apiVersion}`;
    const body = JSON.stringify(change(record(await json(url, token))), (key, value: unknown) =>
      saidByAzure.includes(key) ? undefined : value,
    );
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(url, { method: "PUT", headers, body });
    if (!response.ok) {
      throw new Error(`PUT ${url} was answered with ${response.status}: ${await response.text()}`);
    }
    await waitFor(
      async () => record(record(await json(url, token))["properties"])["provisioningState"] === "Succeeded",
      { what: `${path} is changed`, timeoutMilliseconds: 60_000 },
    );
  }

  /** Gives a principal a built-in role on a resource, as `az role assignment create` does. */
  async assignRole(scope: string, principalId: string, roleDefinitionId: string): Promise<void> {
    const { deployer } = this.directory;
    const token = await this.directory.issueToken(deployer.objectId, "https://management.azure.com");
    const name = `providers/Microsoft.Authorization/roleAssignments/${randomUUID()}`;
    const definition = `/subscriptions/${subscriptionId}/providers/Microsoft.Authorization/roleDefinitions/${roleDefinitionId}`;
    const response = await fetch(`${this.server.azureUrl}${scope}/${name}?api-version=2022-04-01`, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({
        properties: { principalId, principalType: "ServicePrincipal", roleDefinitionId: definition },
      }),
    });
    if (!response.ok) {
      throw new Error(`The role was answered with ${response.status}: ${await response.text()}`);
    }
  }

  /** Microsoft's client of Azure DevOps. */
  async azureDevOps(): Promise<WebApi> {
    return new WebApi(this.organizationUrl, getBearerHandler(await this.azureDevOpsToken()));
  }

  /** What Microsoft's client does not cover, by its path below the organisation. */
  async azureDevOpsRest(path: string): Promise<Record<string, unknown>> {
    const url = `${this.organizationUrl}/${path}?api-version=7.1-preview.1`;
    return record(await json(url, await this.azureDevOpsToken()));
  }

  /** The same for lists. */
  async azureDevOpsList(path: string): Promise<readonly Record<string, unknown>[]> {
    const { value } = await this.azureDevOpsRest(`_apis/${path}`);
    return Array.isArray(value) ? value.map(record) : [];
  }

  /** Makes the Azure emulator fail requests. */
  async failAzure(fault: Fault): Promise<void> {
    await post(`${this.server.azureUrl}/_sandbox/faults`, fault);
  }

  /** Ends the failures that have not happened yet. */
  async healAzure(): Promise<void> {
    await fetch(`${this.server.azureUrl}/_sandbox/faults`, { method: "DELETE" });
  }

  /** Clients of the API server of a cluster, as its administrator. */
  async kubernetes(clusterId: string) {
    const response = await fetch(`${this.server.controlUrl}/kubeconfig?cluster=${encodeURIComponent(clusterId)}`, {
      headers: { authorization: `Bearer ${this.server.controlKey}` },
    });
    const config = new KubeConfig();
    config.loadFromString(await response.text());
    return {
      config,
      apps: config.makeApiClient(AppsV1Api),
      core: config.makeApiClient(CoreV1Api),
      node: config.makeApiClient(NodeV1Api),
      policy: config.makeApiClient(PolicyV1Api),
    };
  }

  get server(): RunningServer {
    const server = runningServer(this.paths);
    if (server === undefined) {
      throw new Error(`No sandbox runs in ${this.paths.root}.`);
    }
    return server;
  }

  private get organizationUrl(): string {
    return `${this.server.azureDevOpsUrl}/${organization}`;
  }

  /** Read anew: the server adds principals of its own. */
  private get directory(): Directory {
    return new Directory(this.paths.directoryFile);
  }

  private azureDevOpsToken(): Promise<string> {
    return this.directory.issueToken(this.directory.deployer.objectId, azureDevOpsApplication);
  }
}

async function post(url: string, body: unknown): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) {
    throw new Error(`POST ${url} was answered with ${response.status}: ${await response.text()}`);
  }
}

async function json(url: string, token?: string): Promise<unknown> {
  const response = await fetch(url, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
  if (!response.ok) {
    throw new Error(`GET ${url} was answered with ${response.status}: ${await response.text()}`);
  }
  return response.json();
}
