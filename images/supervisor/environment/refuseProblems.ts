import { SupervisorError } from "../supervisorError";
import type { EnvironmentReader } from "./environmentReader";

/** @throws SupervisorError `configuration` with all problems, when there are any */
export function refuseProblems({ problems }: EnvironmentReader): void {
  if (problems.length > 0) {
    throw new SupervisorError(
      "configuration",
      ["The environment of the container is not right:", ...problems.map((problem) => `  ${problem}`)].join("\n"),
      ["Correct these variables. docs/agent-container.md lists all of them."],
    );
  }
}
