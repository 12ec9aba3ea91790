import type { ContainerRunner } from "./containerRunner";
import { simulatedRunner } from "./simulatedRunner";

/** Runs a container whose image has content as processes, and simulates every other one. */
export function nodeRunner(processes: ContainerRunner): ContainerRunner {
  return {
    start: (start) => (start.image?.lay === undefined ? simulatedRunner : processes).start(start),
  };
}
