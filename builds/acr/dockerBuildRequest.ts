import type { DockerBuildRequest } from "@azure/arm-containerregistry";
import type { AcrBuildRequest } from "./acrBuild";

/** The request as the task service takes it. No agent pool: they build for Linux only, and the service's own machines build both (F107). */
export function dockerBuildRequest(request: AcrBuildRequest, sourceLocation: string): DockerBuildRequest {
  const { buildArguments, secretBuildArguments = {} } = request;
  return {
    type: "DockerBuildRequest",
    sourceLocation,
    dockerFilePath: request.dockerfile,
    imageNames: [...request.images],
    isPushEnabled: true,
    noCache: request.noCache ?? false,
    platform: { os: request.os, architecture: "amd64" },
    target: request.target,
    timeout: request.timeoutSeconds ?? 3600,
    arguments: [
      ...Object.entries(buildArguments).map(([name, value]) => ({ name, value, isSecret: false })),
      ...Object.entries(secretBuildArguments).map(([name, value]) => ({ name, value, isSecret: true })),
    ],
  };
}
