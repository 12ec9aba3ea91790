import { connect } from "node:net";
import { createInterface } from "node:readline";
import { parseAnswer, type ControlAnswer, type ControlRequest } from "./messages";

/**
 * Asks the `run` of the same container.
 * @param silence longest that may pass without a line of it, in milliseconds
 * @returns its last answer, or undefined when it does not answer: it has ended, or hangs
 */
export function askRun(
  address: string,
  request: ControlRequest,
  silence: number,
  progress: (answer: ControlAnswer) => void = () => undefined,
): Promise<ControlAnswer | undefined> {
  return new Promise((resolve) => {
    let last: ControlAnswer | undefined;
    const socket = connect(address);
    socket.setTimeout(silence, () => socket.destroy());
    socket.once("connect", () => socket.write(`${JSON.stringify(request)}\n`));
    socket.once("error", () => socket.destroy());
    createInterface({ input: socket })
      .on("line", (line) => {
        const answer = parseAnswer(line);
        if (answer !== undefined) {
          last = answer;
          progress(answer);
        }
      })
      .on("error", () => socket.destroy());
    socket.once("close", () => resolve(last));
    socket.once("end", () => socket.end());
  });
}
