import { collectStatus } from "./collectStatus";
import type { SandboxOptions } from "./sandboxCommand";
import { inSandbox } from "./session";
import { renderSummary } from "./renderSummary";

/** Brings the stack up and shows what exists. */
export async function up(options: SandboxOptions, args: string[]): Promise<void> {
  await inSandbox(options, async ({ run, paths, server, tools }) => {
    const exitCode = await run(["up", "--yes", "--skip-preview", "--stack", options.stack, ...args]);
    if (exitCode === 0) {
      console.log(renderSummary(await collectStatus(paths, server, tools.kubectl, options.stack)));
    }
    return exitCode;
  });
}
