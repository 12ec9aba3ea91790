import { Command, CommanderError } from "commander";
import { version } from "../package.json";
import { UserError } from "./userError";

/** `fleet` with the given commands. Exit codes: 0 success, 1 the command failed, 2 wrong usage, 130 interrupted; `pulumi` and `kubectl` pass theirs on. */
export async function runFleet(commands: readonly Command[]): Promise<void> {
  const program = new Command("fleet")
    .description("Self-hosted Azure Pipelines agents on AKS: tools around the Pulumi program")
    .version(version);
  for (const command of commands) program.addCommand(command);
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
