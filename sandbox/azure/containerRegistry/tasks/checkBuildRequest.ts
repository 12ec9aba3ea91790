import type { BuildRequestBody } from "../../schema/containerRegistry/runRequest";
import { invalidInput } from "./invalidInput";

/** `[registry/]repository[:tag]`, with the variables of a run. Source: distribution/reference. */
const imageName =
  /^(?:(?:[a-z0-9-]+\.)+[a-z0-9-]+(?::\d+)?\/)?[a-z0-9]+(?:(?:[._]|__|-+|\/)[a-z0-9]+)*(?::[\w][\w.-]{0,127})?$/;

/** The variables of a run that an image's name may hold. Source: container-registry-tasks-reference-yaml.md, "Run variables". */
const variable = /\{\{\s*\.Run\.(?:ID|Registry)\s*\}\}/g;

/** @throws ArmError for values that do not go together, and for what is not emulated. */
export function checkBuildRequest(body: BuildRequestBody): void {
  const { platform, agentPoolName, agentConfiguration, imageNames = [], credentials } = body;
  checkPlatform(platform);
  if ((agentConfiguration?.cpu ?? 2) !== 2) {
    throw invalidInput(
      "AgentProperties:Invalid value for CPU core count. The supported values are (2)",
      "agentConfiguration.cpu",
    );
  }
  if (agentPoolName !== undefined) {
    throw invalidInput(
      // tasks-agent-pools.md 2023-10-31: agent pools have Linux nodes.
      platform.os === "Windows"
        ? `The agent pool '${agentPoolName}' cannot run Windows builds: agent pools support Linux only.`
        : `The agent pool '${agentPoolName}' does not exist: agent pools are not emulated.`,
      "agentPoolName",
    );
  }
  const wrong = imageNames.find(
    (name) => !imageName.test(name.replaceAll(variable, "run").replace(/^\$Registry\//, "")),
  );
  if (wrong !== undefined) {
    throw invalidInput(`The image name '${wrong}' is not valid.`, "imageNames");
  }
  const identity = credentials?.sourceRegistry?.identity;
  if (identity !== undefined && identity !== "[caller]") {
    // container-registry-rbac-abac-repository-permissions.md 2025-05-01: quick builds sign in as their caller; other identities are tasks'.
    throw invalidInput(
      `The identity '${identity}' cannot be used: a quick build has the identity '[caller]' only.`,
      "credentials.sourceRegistry.identity",
    );
  }
}

function checkPlatform({ os, architecture = "amd64", variant }: BuildRequestBody["platform"]): void {
  if (os === "Windows" && architecture !== "amd64") {
    // container-registry-tasks-overview.md 2024-01-24, "Image platforms".
    throw invalidInput(
      `The platform '${os}/${architecture}' is not supported: Windows images are built for amd64 only.`,
      "platform.architecture",
    );
  }
  if (variant !== undefined && !["arm", "arm64"].includes(architecture)) {
    throw invalidInput(`The architecture '${architecture}' has no variant '${variant}'.`, "platform.variant");
  }
}
