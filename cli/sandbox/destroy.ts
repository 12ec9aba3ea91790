import type { RunningServer } from "../../sandbox/serverFile";
import { stopServer } from "../../sandbox/serverProcess";
import type { SandboxOptions } from "./sandboxCommand";
import { inSandbox } from "./session";

/** Deletes the stack's resources. When no stack has any left, the sandbox stops too. */
export async function destroy(options: SandboxOptions, args: string[]): Promise<void> {
  await inSandbox(options, async ({ run, paths, server }) => {
    const exitCode = await run(["destroy", "--yes", "--skip-preview", "--stack", options.stack, ...args]);
    if (exitCode === 0 && (await isEmpty(server))) {
      await stopServer(paths);
      console.log("\nNothing is left of the stack, and no other one is up: the sandbox is stopped.");
    }
    return exitCode;
  });
}

async function isEmpty({ azureUrl }: RunningServer): Promise<boolean> {
  const response = await fetch(`${azureUrl}/_sandbox/resources`);
  const { value } = (await response.json()) as { readonly value: readonly unknown[] };
  return value.length === 0;
}
