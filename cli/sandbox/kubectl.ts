import { provideTool } from "../../sandbox/engine/provideTools";
import { runProcess } from "../../sandbox/engine/runProcess";
import { sandboxPaths } from "../../sandbox/paths";
import { runningServer } from "../../sandbox/serverFile";
import { UserError } from "../userError";
import { clusterClient } from "./clusterClient";
import type { SandboxOptions } from "./sandboxCommand";

/** Runs kubectl as the cluster's administrator. Its exit code becomes the command's. */
export async function kubectl({ stack }: SandboxOptions, args: string[]): Promise<void> {
  const paths = sandboxPaths();
  const server = runningServer(paths);
  if (server === undefined) {
    throw new UserError("The sandbox is not running. `npm run sandbox` starts it.");
  }
  const cluster = await clusterClient(paths, server, stack);
  if (cluster === undefined) {
    throw new UserError(`The stack ${stack} has no cluster. \`npm run sandbox -- --stack ${stack}\` brings it up.`);
  }
  const executable = await provideTool("kubectl", new AbortController().signal);
  const { exitCode } = await runProcess(executable, args, {
    output: "inherit",
    env: { KUBECONFIG: cluster.kubeconfigFile },
  });
  process.exitCode = exitCode;
}
