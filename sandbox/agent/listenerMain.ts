import { dirname } from "node:path";
import { agentVersion } from "./agentVersion";
import { configure } from "./configure";
import { DiagnosticLog } from "./diagnosticLog";
import { ListenerArguments } from "./listenerArguments";
import type { ListenerContext } from "./listenerContext";
import { readMisbehaviour } from "./misbehaviour";
import { returnCodes, type ReturnCode } from "./returnCodes";
import { run } from "./run";

/** `bin/Agent.Listener`: stands in for the listener of the Azure Pipelines agent, as seen from outside. */
async function main(): Promise<ReturnCode> {
  const given = new ListenerArguments(process.argv.slice(2), process.env);
  if (given.flag("version")) {
    console.log(agentVersion);
    return returnCodes.success;
  }
  const root = dirname(dirname(process.argv[1] ?? __filename));
  const log = openLog(root);
  if (log === undefined) {
    return returnCodes.terminatedError;
  }
  const print = (line: string) => {
    console.log(line);
    log.info(line);
  };
  if (given.unknown.length > 0) {
    console.error(`Unknown arguments: ${given.unknown.join(", ")}`);
  }
  const context = { root, environment: process.env, misbehaviour: readMisbehaviour(root), log, print };
  return execute(context, given);
}

async function execute(context: ListenerContext, given: ListenerArguments): Promise<ReturnCode> {
  const { log } = context;
  switch (given.command.toLowerCase()) {
    case "configure":
      try {
        await configure(context, given);
        return returnCodes.success;
      } catch (error) {
        log.error(String(error));
        console.error(error instanceof Error ? error.message : String(error));
        return returnCodes.terminatedError;
      }
    case "run":
      try {
        return await run(context, given);
      } catch (error) {
        log.error(String(error));
        console.error(`An error occurred: ${error instanceof Error ? error.message : String(error)}`);
        return returnCodes.retryableError;
      }
    default:
      console.error(`The stand-in has no command ${given.command}: it knows configure and run.`);
      return returnCodes.terminatedError;
  }
}

function openLog(root: string): DiagnosticLog | undefined {
  try {
    return new DiagnosticLog(root, "Agent");
  } catch (error) {
    console.error(`The agent's folder cannot be written: ${String(error)}`);
    return undefined;
  }
}

void main().then((code) => process.exit(code));
