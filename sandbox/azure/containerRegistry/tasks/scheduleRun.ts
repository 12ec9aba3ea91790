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
  const name = nextRunId(registry.id, store);
  const time = now().toISOString();
  const run = store.put({
    id: `${registry.id}/runs/${name}`,
    name,
    type: runType,
    body: { properties: { ...shownOf(body), runId: name, status: "Queued", createTime: time, lastUpdatedTime: time } },
    internal: {
      build: { ...buildFrom(body, relativePath, name, registry), callerId: request.caller.objectId },
      ...(request.operationFault === undefined ? {} : { fault: request.operationFault }),
    },
  });
  tasks.queue.add(run.id, secretsOf(body));
  const { runId, status, lastUpdatedTime, provisioningState, isArchiveEnabled } = run.body["properties"] as Record<
    string,
    unknown
  >;
  const properties = { runId, status, lastUpdatedTime, provisioningState, isArchiveEnabled };
  return { status: 200, body: { id: run.id, name, type: runType, properties } };
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

function shownOf(body: BuildRequestBody) {
  const { platform, isArchiveEnabled, credentials } = body;
  const loginMode = credentials?.sourceRegistry?.loginMode;
  return {
    runType: "QuickBuild",
    provisioningState: "Succeeded",
    isArchiveEnabled: isArchiveEnabled ?? false,
    platform: { architecture: "amd64", ...platform },
    agentConfiguration: { cpu: 2 },
    ...(loginMode === undefined ? {} : { sourceRegistryAuth: loginMode }),
  };
}

function buildFrom(body: BuildRequestBody, relativePath: string, runId: string, registry: StoredResource) {
  const { platform, target } = body;
  const { identity, loginMode } = body.credentials?.sourceRegistry ?? {};
  const imageNames = body.imageNames ?? [];
  return {
    relativePath,
    dockerfile: body.dockerFilePath,
    imageNames: imageNames.map((name) => plainName(name, runId, registry)),
    os: platform.os === "Windows" ? "windows" : "linux",
    architecture: platform.architecture ?? "amd64",
    buildArguments: (body.arguments ?? []).map(({ name, value, isSecret }) => ({
      name,
      ...(isSecret === true ? {} : { value }),
    })),
    ...(target === undefined ? {} : { target }),
    ...(identity === undefined ? {} : { identity }),
    ...(loginMode === undefined ? {} : { loginMode }),
    push: body.isPushEnabled ?? true,
    timeoutSeconds: body.timeout ?? 3600,
  };
}

/** Without the registry's own name and with the run's id in the place of its variable. */
function plainName(name: string, runId: string, registry: StoredResource): string {
  const loginServer = textAt(registry.body, "properties.loginServer") ?? "";
  const filled = name
    .replaceAll(/\{\{\s*\.Run\.ID\s*\}\}/g, runId)
    .replace(/^(\$Registry|\{\{\s*\.Run\.Registry\s*\}\})\//, "");
  const own = filled.startsWith(`${loginServer}/`) ? filled.slice(loginServer.length + 1) : filled;
  return own.includes(":") ? own : `${own}:latest`;
}

function secretsOf(body: BuildRequestBody): Record<string, string> {
  return Object.fromEntries(
    (body.arguments ?? []).filter(({ isSecret }) => isSecret === true).map(({ name, value }) => [name, value]),
  );
}
