import { drain } from "./commands/drain";
import { exitCodes } from "./exitCodes";
import { health } from "./commands/health";
import { createLog } from "./log";
import { runPrune } from "./prune/pruneCommand";
import { reportError } from "./reportError";
import { run } from "./commands/run";
import { SupervisorError } from "./supervisorError";

const usage = `Usage: supervisor <command>

The entry point of a container with an Azure Pipelines agent. It takes everything from the environment.

  run     register the agent and run it until the container is to stop (main process)
  drain   take the agent out of service and wait for that (preStop)
  health  exit code 0 when the agent is registered, enabled and online (readiness probe)
  prune   remove agents that no pod stands behind any more (CronJob)
`;

const commands: Readonly<Record<string, () => Promise<number>>> = {
  run: () => run(process.env, __filename),
  drain: () => drain(process.env, __filename),
  health: () => health(__filename),
  prune: () => runPrune(process.env),
};

/** Entry point of the agent images: `supervisor run | drain | health | prune`. */
async function main(name: string | undefined): Promise<number> {
  if (name === "--help" || name === "help") {
    process.stdout.write(usage);
    return 0;
  }
  const command = name === undefined ? undefined : commands[name];
  if (command === undefined) {
    process.stderr.write(name === undefined ? usage : `There is no command ${name}.\n\n${usage}`);
    return exitCodes.usage;
  }
  try {
    return await command();
  } catch (error) {
    if (!(error instanceof SupervisorError)) {
      throw error;
    }
    reportError(error, createLog("text"));
    return exitCodes[error.reason];
  }
}

void main(process.argv[2]).then((exitCode) => {
  // Requests and timers that nobody waits for any more must not keep the container up.
  process.stdout.write("", () => process.exit(exitCode));
});
