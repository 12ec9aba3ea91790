import { readFile } from "node:fs/promises";
import type { Log } from "../log";
import { SupervisorError } from "../supervisorError";
import { tokenProblem } from "./tokenProblem";
import type { TokenSource } from "./tokenSource";

/**
 * A token in a file, read anew each time, because a mounted secret may change. Once read it outlives its file, which is
 * deleted after registration where that is possible.
 */
export function fileTokens(path: string, log: Log): TokenSource {
  let last: string | undefined;
  return {
    token: async () => {
      const content = await readFile(path, "utf8").catch((error: unknown) => {
        if (last === undefined) {
          throw new SupervisorError("configuration", `AZP_TOKEN_FILE: ${path} cannot be read: ${String(error)}`, [
            "Check that the secret is mounted and that the supervisor's user may read it.",
          ]);
        }
        return last;
      });
      const problem = tokenProblem(content);
      if (problem !== undefined) {
        throw new SupervisorError("configuration", `AZP_TOKEN_FILE: the token in ${path} ${problem}.`);
      }
      log.redact(content);
      last = content;
      return content;
    },
    forget: () => undefined,
  };
}
