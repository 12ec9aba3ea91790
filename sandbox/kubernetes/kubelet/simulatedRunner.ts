import type { V1Container } from "@kubernetes/client-node";
import type { ContainerExit, ContainerRunner, ContainerStart, RunningContainer } from "./containerRunner";

interface Outcome {
  readonly exitCode: number;
  readonly afterSeconds: number;
}

/** Command lines whose end is plain from their text. The group is a number of seconds or an exit code. */
const knownCommands: readonly { readonly pattern: RegExp; readonly outcome: (group: number) => Outcome }[] = [
  { pattern: /^(?:\/bin\/)?true$/, outcome: () => ({ exitCode: 0, afterSeconds: 0 }) },
  { pattern: /^(?:\/bin\/)?false$/, outcome: () => ({ exitCode: 1, afterSeconds: 0 }) },
  { pattern: /^(?:\/bin\/)?sleep (\d+)s?$/, outcome: (seconds) => ({ exitCode: 0, afterSeconds: seconds }) },
  {
    pattern: /^(?:Start-Sleep|timeout \/t)(?: -Seconds)? (\d+)$/,
    outcome: (seconds) => ({ exitCode: 0, afterSeconds: seconds }),
  },
  { pattern: /^exit (\d+)$/, outcome: (exitCode) => ({ exitCode, afterSeconds: 0 }) },
];

/** Answers `kubectl logs`. */
export const SIMULATED_LOG = "The sandbox simulates this container: no process runs in it, so nothing is printed.\n";

/** Shells whose last argument is the command line proper. */
const SHELL = /(?:^|[\\/])(?:sh|bash|cmd|powershell|pwsh)(?:\.exe)?$/i;

/** Node's timers overflow above this. */
const LONGEST_TIMER_MILLISECONDS = 2 ** 31 - 1;

/**
 * Runs nothing: a container whose command line says when it ends does so, a container that has to end (an init container)
 * ends well at once, and every other one keeps running until it is stopped, which it obeys at once.
 */
export const simulatedRunner = {
  start({ container, purpose }: ContainerStart): RunningContainer {
    const outcome = knownOutcome(container) ?? (purpose === "run" ? { exitCode: 0, afterSeconds: 0 } : undefined);
    let end: (exit: ContainerExit) => void = () => undefined;
    const ended = new Promise<ContainerExit>((resolve) => {
      end = resolve;
    });
    const milliseconds = (outcome?.afterSeconds ?? Infinity) * 1000;
    const timer =
      outcome !== undefined && milliseconds <= LONGEST_TIMER_MILLISECONDS
        ? setTimeout(() => end(exitOf(outcome.exitCode)), milliseconds)
        : undefined;
    timer?.unref();
    return {
      ended,
      stop: () => {
        clearTimeout(timer);
        end(exitOf(0));
      },
    };
  },
} satisfies ContainerRunner;

function exitOf(exitCode: number): ContainerExit {
  return { exitCode, reason: exitCode === 0 ? "Completed" : "Error" };
}

function knownOutcome(container: V1Container): Outcome | undefined {
  const words = [...(container.command ?? []), ...(container.args ?? [])];
  const line = SHELL.test(words[0] ?? "") ? (words.at(-1) ?? "") : words.join(" ");
  for (const { pattern, outcome } of knownCommands) {
    const match = pattern.exec(line.trim());
    if (match !== null) {
      return outcome(Number(match[1] ?? 0));
    }
  }
  return undefined;
}
