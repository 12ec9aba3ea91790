import { mkdirSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { execa, ExecaError } from "execa";
import { cachedPath, moduleDirectory } from "./findTool";
import type { Tool } from "./tools";

/** The tools cannot be built on this machine, for a reason that the person who runs it can mend. */
export class ToolBuildError extends Error {}

/** Builds a tool into the cache. An interrupted build leaves nothing there, and the next one resumes from Go's own cache. */
export async function buildTool(tool: Tool, signal: AbortSignal): Promise<string> {
  const target = cachedPath(tool);
  const unfinished = `${target}.${process.pid}`;
  mkdirSync(dirname(target), { recursive: true });
  const stamps = Object.entries(tool.stamps).map(([variable, value]) => `-X ${variable}=${value}`);
  const ldflags = ["-s", "-w", ...stamps].join(" ");
  try {
    await execa("go", ["build", "-trimpath", "-ldflags", ldflags, "-o", unfinished, tool.goPackage], {
      cwd: moduleDirectory(tool),
      env: { CGO_ENABLED: "0" },
      cancelSignal: signal,
    });
  } catch (error) {
    throw buildFailure(tool, error);
  }
  renameSync(unfinished, target);
  return target;
}

/** Fails with one clear message when Go is missing or too old to build the tools. */
export async function requireGo(toolNames: readonly string[]): Promise<void> {
  const { stdout, failed } = await execa("go", ["env", "GOVERSION"], { reject: false });
  const [, major, minor] = /go(\d+)\.(\d+)/.exec(stdout ?? "") ?? [];
  if (!failed && (Number(major) > 1 || Number(minor) >= 26)) {
    return;
  }
  const found = failed ? "Go was not found on PATH" : `only ${stdout} was found`;
  throw new ToolBuildError(
    `Go 1.26 or newer is needed to build, once, what was not found on this machine: ${toolNames.join(", ")}. ${found}.\n` +
      "Install it from https://go.dev/dl/ and run the same command again.",
  );
}

function buildFailure(tool: Tool, error: unknown): unknown {
  if (!(error instanceof ExecaError) || error.isCanceled) {
    return error;
  }
  const lastLines = String(error.stderr).trim().split("\n").slice(-15).join("\n");
  return new ToolBuildError(
    `Building ${tool.executable} ${tool.version} failed. The build resumes where it stopped when the command is run again.\n${lastLines}`,
  );
}
