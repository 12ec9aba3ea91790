import { createHash } from "node:crypto";
import { accessSync, constants, existsSync, readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import * as semver from "semver";
import { runProcess } from "./runProcess";
import type { Tool } from "./tools";

/** Where a tool was found. */
export interface FoundTool {
  readonly path: string;
  readonly from: "PATH" | "cache";
}

/** The tool on PATH if its version fits, else the one that an earlier run has built, else undefined. */
export async function findTool(tool: Tool): Promise<FoundTool | undefined> {
  const onPath = executableOnPath(tool.executable);
  if (tool.onPath !== undefined && onPath !== undefined && (await versionFits(onPath, tool.onPath))) {
    return { path: onPath, from: "PATH" };
  }
  const cached = cachedPath(tool);
  return existsSync(cached) ? { path: cached, from: "cache" } : undefined;
}

/** Where the built tool stands: outside the checkout, under a name that changes with its sources and version. */
export function cachedPath(tool: Tool): string {
  return join(toolCacheDirectory(), `${tool.executable}-${tool.version}-${sourceHash(tool)}`, tool.executable);
}

/** `AKS_AGENTS_CACHE`, else the user's cache folder. */
export function toolCacheDirectory(): string {
  const cache =
    process.env["AKS_AGENTS_CACHE"] ?? join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "aks-agents");
  return join(cache, "tools");
}

export function moduleDirectory(tool: Tool): string {
  return join(__dirname, "modules", tool.module);
}

function sourceHash(tool: Tool): string {
  const hash = createHash("sha256").update(JSON.stringify(tool.stamps));
  const directory = moduleDirectory(tool);
  for (const file of readdirSync(directory).sort()) {
    hash.update(file).update(readFileSync(join(directory, file)));
  }
  return hash.digest("hex").slice(0, 8);
}

function executableOnPath(executable: string): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, executable)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function versionFits(path: string, { arguments: args, fits }: NonNullable<Tool["onPath"]>): Promise<boolean> {
  const { stdout, exitCode } = await runProcess(path, args);
  const version = /\bv?(\d+\.\d+\.\d+)(?![\w.-])/.exec(stdout)?.[1];
  return exitCode === 0 && version !== undefined && semver.satisfies(version, fits);
}
