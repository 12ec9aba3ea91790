import { SupervisorError } from "../supervisorError";

/** The error of a file that could not be written because nothing more fits on its disk; undefined for any other. */
export function diskProblem(error: unknown): SupervisorError | undefined {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  return error instanceof Error && (code === "ENOSPC" || code === "EDQUOT")
    ? new SupervisorError("configuration", `The disk of the agent is full: ${error.message}`, [fullDisk])
    : undefined;
}

/** What to do about a disk that is full. */
export const fullDisk =
  "The node's disk, or the volume of AZP_WORK, has no room left: give each agent a work folder of its own and the node more disk, and do not let agents share a volume.";
