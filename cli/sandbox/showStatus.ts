import { provideTool } from "../../sandbox/engine/provideTools";
import { sandboxPaths } from "../../sandbox/paths";
import { runningServer } from "../../sandbox/serverFile";
import { collectStatus } from "./collectStatus";
import { renderSummary } from "./renderSummary";
import type { SandboxOptions } from "./sandboxCommand";

/** Prints what exists of the stack. Starts nothing. */
export async function showStatus({ stack }: SandboxOptions, asJson: boolean): Promise<void> {
  const paths = sandboxPaths();
  const server = runningServer(paths);
  const kubectl = await provideTool("kubectl", new AbortController().signal);
  const status = await collectStatus(paths, server, kubectl, stack);
  console.log(asJson ? JSON.stringify(status, undefined, 2) : renderSummary(status));
}
