import { Command } from "commander";
import { UserError } from "./userError";
import { sandboxCommand } from "./sandbox/sandboxCommand";

/** Exit codes: 0 success, 1 the command failed, 2 wrong usage, 130 interrupted; `pulumi` and `kubectl` pass theirs on. */
async function main(): Promise<void> {
  const program = new Command("fleet")
    .description("Self-hosted Azure Pipelines agents on AKS: tools around the Pulumi program")
    .addCommand(sandboxCommand());
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof UserError)) {
      throw error;
    }
    console.error(`\n${error.message}`);
    process.exitCode = error.exitCode;
  }
}

void main();
