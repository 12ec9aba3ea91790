import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../support/stackConfig";

/** Folder for what tests fetch once per installation. */
export function cacheFolder(name: string): string {
  const folder = join(projectRoot, "node_modules", ".cache", "aks-agents-tests", name);
  mkdirSync(folder, { recursive: true });
  return folder;
}
