import { badRequest } from "../../errors";
import type { BuildRequestBody } from "../../schema/containerRegistry/runRequest";

/** `[registry/]repository[:tag]`, with the variables of a run. Source: distribution/reference. */
const imageName =
  /^(?:(?:[a-z0-9-]+\.)+[a-z0-9-]+(?::\d+)?\/)?[a-z0-9]+(?:(?:[._]|__|-+|\/)[a-z0-9]+)*(?::[\w][\w.-]{0,127})?$/;

/** @throws ArmError for values that do not go together. */
export function checkBuildRequest({ platform, agentPoolName, imageNames = [] }: BuildRequestBody): void {
  const { os, architecture = "amd64", variant } = platform;
  if (os === "Windows" && architecture !== "amd64") {
    // container-registry-tasks-overview.md 2024-01-24: of Windows, only amd64 is built.
    throw badRequest(
      "InvalidPlatform",
      `The platform '${os}/${architecture}' is not supported: Windows images are built for amd64 only.`,
      "platform.architecture",
    );
  }
  if (variant !== undefined && !["arm", "arm64"].includes(architecture)) {
    throw badRequest(
      "InvalidPlatform",
      `The architecture '${architecture}' has no variant '${variant}'.`,
      "platform.variant",
    );
  }
  if (os === "Windows" && agentPoolName !== undefined) {
    // tasks-agent-pools.md 2023-10-31: agent pools have Linux nodes.
    throw badRequest("InvalidAgentPool", "Task agent pools do not support Windows.", "agentPoolName");
  }
  for (const name of imageNames) {
    if (!imageName.test(name.replaceAll(/\{\{\s*\.Run\.\w+\s*\}\}/g, "run").replace(/^\$Registry\//, ""))) {
      throw badRequest("InvalidImageName", `The image name '${name}' is not valid.`, "imageNames");
    }
  }
}
