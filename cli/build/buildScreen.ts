import { createSpinner, type Spinner } from "nanospinner";
import type { BuildObserver } from "../../builds/acr/acrBuild";
import { disarmed } from "./pipelineCommand";

/** Shows a build to somebody. */
export interface BuildScreen extends BuildObserver {
  /** Nothing moves any more. */
  end(): void;
}

/** @param showLog Whether the lines of the log are wanted. */
export function buildScreen(stream: NodeJS.WriteStream, showLog: boolean): BuildScreen {
  return stream.isTTY ? terminalScreen(stream, showLog) : plainScreen(stream, showLog);
}

/** A moving line for what goes on; the log comes below what has been said. */
function terminalScreen(stream: NodeJS.WriteStream, showLog: boolean): BuildScreen {
  let spinner: Spinner | undefined;
  const end = () => {
    spinner?.clear();
    spinner = undefined;
  };
  return {
    progress: (message) => {
      spinner ??= createSpinner("", { stream }).start();
      spinner.update({ text: message });
    },
    log: (line) => {
      if (showLog) {
        end();
        stream.write(`${line}\n`);
      }
    },
    end,
  };
}

/** One line for each kind of step: in the log of a pipeline nothing can be overwritten. */
function plainScreen(stream: NodeJS.WriteStream, showLog: boolean): BuildScreen {
  let said = "";
  return {
    progress: (message) => {
      const step = message.replace(/ \(.*\)$/, "");
      if (step !== said) {
        said = step;
        stream.write(`${message}\n`);
      }
    },
    log: (line) => {
      if (showLog) {
        stream.write(`${disarmed(line)}\n`);
      }
    },
    end: () => undefined,
  };
}
