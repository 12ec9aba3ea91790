import { badRequest } from "../../errors";
import type { BuildRequestBody } from "../../schema/containerRegistry/runRequest";
import type { StoredResource } from "../../store";
import type { RunBuild } from "./run";
import { loginServerOf } from "./sourceRegistry";

interface Request {
  readonly relativePath: string;
  readonly runId: string;
  readonly registry: StoredResource;
  readonly callerId: string;
}

/** What a request wants to be built. @throws ArmError for images of another registry. */
export function requestedBuild(body: BuildRequestBody, request: Request): RunBuild {
  const { platform, target, imageNames = [] } = body;
  const { identity, loginMode } = body.credentials?.sourceRegistry ?? {};
  return {
    relativePath: request.relativePath,
    callerId: request.callerId,
    dockerfile: body.dockerFilePath,
    imageNames: imageNames.map((name) => plainName(name, request)),
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

/** Values of the secret build arguments, by name. */
export function secretsOf(body: BuildRequestBody): Record<string, string> {
  return Object.fromEntries(
    (body.arguments ?? []).filter(({ isSecret }) => isSecret === true).map(({ name, value }) => [name, value]),
  );
}

/** With the run's id in the place of its variable, without the registry's own name, and with a tag. */
function plainName(name: string, { runId, registry }: Request): string {
  const loginServer = loginServerOf(registry);
  const filled = name
    .replaceAll(/\{\{\s*\.Run\.ID\s*\}\}/g, runId)
    .replace(/^(\$Registry|\{\{\s*\.Run\.Registry\s*\}\})\//, `${loginServer}/`);
  const own = filled.startsWith(`${loginServer}/`) ? filled.slice(loginServer.length + 1) : filled;
  if (/^[^/]*[.:][^/]*\//.test(own)) {
    throw badRequest("NotEmulated", `The image '${name}' belongs to another registry: pushes go to this one only.`);
  }
  return own.includes(":") ? own : `${own}:latest`;
}
