import type { ImageBuildInputs } from "../../../components/imageBuild/imageBuildInputs";

/** Inputs of the program's Windows image, with what a test is about replaced. */
export function imageBuildInputs(changes: Partial<ImageBuildInputs> = {}): ImageBuildInputs {
  return {
    resourceUrn: "urn:pulumi:dev::aks-agents::pulumi-nodejs:dynamic/aks-agents:ImageBuild::windows2022-image-build",
    registryId: "/subscriptions/1/resourceGroups/fleet/providers/Microsoft.ContainerRegistry/registries/contoso",
    loginServer: "contoso.azurecr.io",
    roleAssignmentMode: "RBAC",
    repository: "agents/windows2022",
    tag: "1".repeat(32),
    os: "Windows",
    baseImage: "mcr.microsoft.com/windows/servercore:ltsc2022@sha256:old",
    baseArgument: "WINDOWS_BASE",
    agentVersion: "5.278.0",
    contextFolder: "images",
    dockerfile: "windows/Dockerfile",
    contextHash: "a",
    buildArguments: {
      AGENT_VERSION: "5.278.0",
      GIT_URL: "https://example.com/1",
      KUBECTL_URL: "https://example.com/2",
    },
    usedBy: ["win22-a", "big-b"],
    ...changes,
  };
}
