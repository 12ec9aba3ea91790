import { Command, CommanderError } from "commander";
import { UserError } from "./userError";
import { sandboxCommand } from "./sandbox/sandboxCommand";

/** Exit codes: 0 success, 1 the command failed, 2 wrong usage, 130 interrupted; `pulumi` and `kubectl` pass theirs on. */
async function main(): Promise<void> {
  const program = new Command("fleet")
    .description("Self-hosted Azure Pipelines agents on AKS: tools around the Pulumi program")
    .addCommand(sandboxCommand());
  exitWithUsageCode(program);
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2;
    } else if (error instanceof UserError) {
      console.error(error.message);
      process.exitCode = error.exitCode;
    } else {
      throw error;
    }
  }
}

/** commander has printed what is wrong with the usage; it is told to throw instead of ending the process. */
function exitWithUsageCode(command: Command): void {
  command.exitOverride();
  command.commands.forEach(exitWithUsageCode);
}

void main();
