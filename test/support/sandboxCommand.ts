import { runProcess, type ProcessResult } from "../../sandbox/engine/runProcess";
import { checkout } from "../../sandbox/paths";

/** A command of the sandbox that is under way. */
export interface RunningCommand {
  readonly ended: Promise<ProcessResult>;
  /** As a terminal does on Ctrl-C, for the command's own process. */
  interrupt(): void;
}

/** Starts `npm run sandbox -- <arguments>` for the sandbox in a folder, without npm around it. */
export function startCommand(root: string, ...args: string[]): RunningCommand {
  let signal: (name: NodeJS.Signals) => void = () => undefined;
  const ended = runProcess(process.execPath, ["--import", "tsx", "cli/fleet.ts", "sandbox", ...args], {
    cwd: checkout,
    env: { AKS_AGENTS_SANDBOX: root },
    onStart: (kill) => {
      signal = kill;
    },
  });
  return { ended, interrupt: () => signal("SIGINT") };
}

/** The same, to its end. */
export function runCommand(root: string, ...args: string[]): Promise<ProcessResult> {
  return startCommand(root, ...args).ended;
}
