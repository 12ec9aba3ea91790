import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ImageContent } from "../azure/containerRegistry/registryImages";
import { checkout } from "../paths";

/**
 * The agent images that belong to the program of this checkout, under the names by which its Deployments ask for them. Windows builds:
 * virtualization-documentation base-image-lifecycle.md 2025-07-15.
 */
export function agentImages(): readonly ImageContent[] {
  const tag = programVersion();
  return [
    { repository: "agents/windows2022", tag, os: "windows", osVersion: "10.0.20348", kind: "agent" },
    { repository: "agents/windows2025", tag, os: "windows", osVersion: "10.0.26100", kind: "agent" },
    { repository: "agents/linux", tag, os: "linux", kind: "agent" },
  ];
}

function programVersion(): string {
  const { version } = JSON.parse(readFileSync(join(checkout, "package.json"), "utf8")) as { version: string };
  return version;
}
