import { sandboxPaths } from "../../sandbox/paths";
import { runningServer } from "../../sandbox/serverFile";
import { ServerError, stopServer } from "../../sandbox/serverProcess";
import { UserError } from "../userError";

/** Stops the server and its clusters; everything they hold stays on disk. */
export async function stop(): Promise<void> {
  const paths = sandboxPaths();
  if (runningServer(paths) === undefined) {
    console.log("The sandbox is not running.");
    return;
  }
  await stopServer(paths).catch((error: unknown) => {
    throw error instanceof ServerError ? new UserError(error.message) : error;
  });
  console.log("The sandbox is stopped. `npm run sandbox` continues where it was.");
}
