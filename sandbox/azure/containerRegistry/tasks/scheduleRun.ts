import { existsSync } from "node:fs";
import { badRequest } from "../../errors";
import { textAt } from "../../json";
import type { ArmRequest, ArmResponse } from "../../resourceType";
import { type BuildRequestBody, buildRequestBody } from "../../schema/containerRegistry/runRequest";
import { parseBody } from "../../schema/parseBody";
import type { Services } from "../../services";
import type { StoredResource } from "../../store";
import { checkBuildRequest } from "./checkBuildRequest";
import { invalidInput } from "./invalidInput";
import { requestedBuild, secretsOf } from "./requestedBuild";
import { nextRunId, runType } from "./run";
import { containerOf, isSourceName } from "./taskFiles";

/** The action `scheduleRun` of a registry. @throws ArmError for a request that the service does not take. */
export function scheduleRun(registry: StoredResource, request: ArmRequest, services: Services): ArmResponse {
  checkKind(request.body);
  const body = parseBody(buildRequestBody(request.apiVersion), request.body);
  checkAllowed(registry, request, services);
  checkBuildRequest(body);
  const relativePath = sourceOf(body, registry, services);
  const { store, now, tasks } = services;
  const runId = nextRunId(registry.id, store);
  const build = requestedBuild(body, { relativePath, runId, registry, callerId: request.caller.objectId });
  const time = now().toISOString();
  const shown = {
    runId,
    status: "Queued",
    lastUpdatedTime: time,
    provisioningState: "Succeeded",
    isArchiveEnabled: body.isArchiveEnabled ?? false,
  };
  const { id } = store.put({
    id: `${registry.id}/runs/${runId}`,
    name: runId,
    type: runType,
    body: { properties: { ...shown, ...facts(body), createTime: time } },
    internal: { build, ...(request.operationFault === undefined ? {} : { fault: request.operationFault }) },
  });
  tasks.queue.add(id, secretsOf(body));
  return { status: 200, body: { id, name: runId, type: runType, properties: shown } };
}

/** @throws ArmError for the kinds of run that are not a quick build. */
function checkKind(body: unknown): void {
  const kind = textAt(body, "type") ?? "";
  if (["FileTaskRunRequest", "EncodedTaskRunRequest", "TaskRunRequest"].includes(kind)) {
    throw badRequest(
      "NotEmulated",
      `Runs of the type '${kind}' are not emulated: the sandbox builds images by 'DockerBuildRequest' only.`,
      "type",
    );
  }
}

/** Text, status and target: Azure-Samples/azure-search-openai-demo#2220. */
function checkAllowed(registry: StoredResource, { path }: ArmRequest, { settings }: Services): void {
  if (!settings.tasksAllowed) {
    throw badRequest(
      "TasksOperationsNotAllowed",
      `ACR Tasks requests for the registry ${registry.name.toLowerCase()} and ${path.subscriptionId ?? ""} are not permitted. Please file an Azure support request at http://aka.ms/azuresupport for assistance.`,
      "request",
    );
  }
}

/** @throws ArmError for a context that was not uploaded. */
function sourceOf({ sourceLocation = "" }: BuildRequestBody, registry: StoredResource, { tasks }: Services): string {
  if (/^[a-z]+:\/\/|^git@|^github\.com\//i.test(sourceLocation)) {
    throw badRequest(
      "NotEmulated",
      "Contexts from other places are not emulated: the sandbox builds what was uploaded to the URL of 'listBuildSourceUploadUrl'.",
      "sourceLocation",
    );
  }
  const blob = { container: containerOf(registry.id), name: sourceLocation };
  if (!isSourceName(sourceLocation) || !existsSync(tasks.files.path(blob))) {
    throw invalidInput(
      `The source location '${sourceLocation}' does not exist: nothing was uploaded there.`,
      "sourceLocation",
    );
  }
  return sourceLocation;
}

/** What is known of a run from the beginning, and only told when one asks for it. */
function facts({ platform, credentials }: BuildRequestBody) {
  const loginMode = credentials?.sourceRegistry?.loginMode;
  return {
    runType: "QuickBuild",
    platform: { architecture: "amd64", ...platform },
    agentConfiguration: { cpu: 2 },
    ...(loginMode === undefined ? {} : { sourceRegistryAuth: loginMode }),
  };
}
