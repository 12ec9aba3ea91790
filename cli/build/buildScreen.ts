import type { BuildObserver } from "../../builds/acr/acrBuild";
import { disarmed } from "./pipelineCommand";

/** Shows a build to somebody. */
export interface BuildScreen extends BuildObserver {
  /** Nothing moves any more. */
  end(): void;
}

/** What is shown on: the standard output of a terminal, of a pipeline, or of a test. */
export interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** @param showLog Whether the lines of the log are wanted. */
export function buildScreen(screen: Screen, showLog: boolean): BuildScreen {
  return screen.isTTY === true ? terminalScreen(screen, showLog) : plainScreen(screen, showLog);
}

const clearLine = "\r\u001B[2K";

/**
 * The last line says what goes on, and the log comes above it. Not a spinner of a library: those end the process on Ctrl-C, before the run is
 * cancelled.
 */
function terminalScreen(screen: Screen, showLog: boolean): BuildScreen {
  let going = "";
  const show = (line: string) => screen.write(`${clearLine}${line}`);
  return {
    progress: (message) => {
      going = message;
      show(going);
    },
    log: (line) => {
      if (showLog) {
        show(`${line}\n${going}`);
      }
    },
    end: () => show(""),
  };
}

/** One line for each kind of step: in the log of a pipeline nothing can be overwritten. */
function plainScreen(screen: Screen, showLog: boolean): BuildScreen {
  let said = "";
  return {
    progress: (message) => {
      const step = message.replace(/ \(.*\)$/, "");
      if (step !== said) {
        said = step;
        screen.write(`${message}\n`);
      }
    },
    log: (line) => {
      if (showLog) {
        screen.write(`${disarmed(line)}\n`);
      }
    },
    end: () => undefined,
  };
}
