import { mkdirSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { cachedPath, moduleDirectory } from "./findTool";
import { runProcess } from "./runProcess";
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
  const build = await runProcess("go", ["build", "-trimpath", "-ldflags", ldflags, "-o", unfinished, tool.goPackage], {
    cwd: moduleDirectory(tool),
    env: { CGO_ENABLED: "0" },
    onStart: (kill) => signal.addEventListener("abort", () => kill("SIGTERM"), { once: true }),
  });
  signal.throwIfAborted();
  if (build.exitCode !== 0) {
    throw new ToolBuildError(
      `Building ${tool.executable} ${tool.version} failed. The build resumes where it stopped when the command is run again.\n` +
        build.stderr.trim().split("\n").slice(-15).join("\n"),
    );
  }
  renameSync(unfinished, target);
  return target;
}

/** Fails with one clear message when Go is missing or too old to build the tools. */
export async function requireGo(toolNames: readonly string[]): Promise<void> {
  const { stdout, exitCode } = await runProcess("go", ["env", "GOVERSION"]);
  const [, major, minor] = /go(\d+)\.(\d+)/.exec(stdout) ?? [];
  if (exitCode === 0 && (Number(major) > 1 || Number(minor) >= 26)) {
    return;
  }
  const found = exitCode === 0 ? `only ${stdout.trim()} was found` : "Go was not found on PATH";
  throw new ToolBuildError(
    `Go 1.26 or newer is needed to build, once, what was not found on this machine: ${toolNames.join(", ")}. ${found}.\n` +
      "Install it from https://go.dev/dl/ and run the same command again.",
  );
}
