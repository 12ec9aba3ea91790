import type { TestBuilder } from "../../sandbox/azure/containerRegistry/tasks/testBuilder";

/** A build that goes on until it is stopped. */
export interface WaitingBuild {
  /** Resolves, when it has begun, to a way to write into its log. */
  readonly started: Promise<(line: string) => void>;
  wasStopped(): boolean;
}

/** Makes the next builds of a cloud wait. */
export function waitingBuild(builder: TestBuilder): WaitingBuild {
  let stopped = false;
  const started = new Promise<(line: string) => void>((resolve) => {
    builder.work = (_order, log, signal) =>
      new Promise((_resolve, reject) => {
        resolve(log);
        signal.addEventListener("abort", () => {
          stopped = true;
          reject(new Error("stopped"));
        });
      });
  });
  return { started, wasStopped: () => stopped };
}
