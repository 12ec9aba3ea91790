import { ContainerRegistryManagementClient, type DockerBuildRequest, type Run } from "@azure/arm-containerregistry";
import type { AzureAccess } from "../azure/azureAccess";
import type { RegistryReference } from "./acrBuild";
import { callerIdentity } from "./callerIdentity";
import { explainRequest, type TaskOperation } from "./failures/explainRequest";

/** The task service of one registry. Every method throws a BuildError that says what to do. */
export class RegistryTasks {
  private readonly client: ContainerRegistryManagementClient;

  constructor(
    private readonly registry: RegistryReference,
    azure: AzureAccess,
  ) {
    this.client = registryClient(azure, registry.subscriptionId);
    if (registry.roleAssignmentMode === "ABAC") {
      this.client.pipeline.addPolicy(callerIdentity);
    }
  }

  /** Where a context may be written, and what the build request calls it then. */
  async uploadLocation(signal: AbortSignal): Promise<{ readonly url: string; readonly relativePath: string }> {
    const { resourceGroupName, name } = this.registry;
    return this.attempt("listBuildSourceUploadUrl/action", async () => {
      const { uploadUrl, relativePath } = await this.client.registries.getBuildSourceUploadUrl(
        resourceGroupName,
        name,
        {
          abortSignal: signal,
        },
      );
      if (uploadUrl === undefined || relativePath === undefined) {
        throw new Error("the answer has no upload URL");
      }
      return { url: uploadUrl, relativePath };
    });
  }

  /** Not to be interrupted: whoever has started a run must learn its id, or it cannot be cancelled. */
  async schedule(build: DockerBuildRequest): Promise<string> {
    const { resourceGroupName, name } = this.registry;
    return this.attempt("scheduleRun/action", async () => {
      const { runId } = await this.client.registries.beginScheduleRunAndWait(resourceGroupName, name, build);
      if (runId === undefined) {
        throw new Error("the answer has no run id");
      }
      return runId;
    });
  }

  async run(runId: string, signal?: AbortSignal): Promise<Run> {
    const { resourceGroupName, name } = this.registry;
    return this.attempt("runs/read", () =>
      this.client.runs.get(resourceGroupName, name, runId, { abortSignal: signal }),
    );
  }

  /** The newest first. */
  async runsSince(time: Date, signal: AbortSignal): Promise<readonly Run[]> {
    const { resourceGroupName, name } = this.registry;
    return this.attempt("runs/read", async () => {
      const runs: Run[] = [];
      for await (const run of this.client.runs.list(resourceGroupName, name, { abortSignal: signal })) {
        if (run.createTime !== undefined && run.createTime < time) {
          break;
        }
        runs.push(run);
      }
      return runs;
    });
  }

  /** A URL that lets its bearer read the run's log for a while. */
  async logUrl(runId: string, signal: AbortSignal): Promise<string> {
    const { resourceGroupName, name } = this.registry;
    return this.attempt("runs/listLogSasUrl/action", async () => {
      const { logLink } = await this.client.runs.getLogSasUrl(resourceGroupName, name, runId, { abortSignal: signal });
      if (logLink === undefined) {
        throw new Error("the answer has no log URL");
      }
      return logLink;
    });
  }

  async cancel(runId: string): Promise<void> {
    const { resourceGroupName, name } = this.registry;
    await this.attempt("runs/cancel/action", () => this.client.runs.beginCancelAndWait(resourceGroupName, name, runId));
  }

  private async attempt<Result>(operation: TaskOperation, action: () => Promise<Result>): Promise<Result> {
    try {
      return await action();
    } catch (error) {
      throw explainRequest(error, operation, this.registry);
    }
  }
}

/** Microsoft's client, for the cloud and the identity of the access. */
export function registryClient(azure: AzureAccess, subscriptionId: string): ContainerRegistryManagementClient {
  return new ContainerRegistryManagementClient(azure.credential, subscriptionId, {
    endpoint: azure.resourceManagerUrl,
    credentialScopes: [`${azure.audience}/.default`],
    httpClient: azure.httpClient,
  });
}
