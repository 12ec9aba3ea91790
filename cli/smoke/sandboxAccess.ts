import { createServer } from "node:net";
import { KubeConfig } from "@kubernetes/client-node";
import type { SandboxPaths } from "../../sandbox/paths";
import type { RunningServer } from "../../sandbox/serverFile";
import { clusterClient } from "../sandbox/clusterClient";
import { commandPrefix } from "../sandbox/commandPrefix";
import { UserError } from "../userError";
import { kubernetesCluster } from "./kubernetesCluster";
import type { SmokeAccess } from "./smokeAccess";
import { sandboxWays } from "./ways/sandboxWays";

/** Any address of loopback that no setup gives a machine, except for Linux. */
const spareAddress = "127.1.0.1";

/**
 * The cluster of a stack in the running sandbox.
 * @throws UserError when the stack has none, or when pods of the sandbox cannot have addresses on this machine.
 */
export async function sandboxAccess(
  paths: SandboxPaths,
  server: RunningServer,
  stack: string,
  port: number,
): Promise<SmokeAccess> {
  if (!(await canListenOn(spareAddress))) {
    throw new UserError(
      "A smoke check of the sandbox is not possible here: its pods listen on addresses of 127.0.0.0/8, and this machine's loopback has 127.0.0.1 alone. " +
        "On Linux it has all of them; --context <name> checks a cluster of your kubeconfig.",
    );
  }
  const found = await clusterClient(paths, server, stack);
  if (found === undefined) {
    throw new UserError(
      `The stack ${stack} has no cluster in the sandbox. \`${commandPrefix(stack)} up\` brings it up.`,
    );
  }
  const config = new KubeConfig();
  config.loadFromFile(found.kubeconfigFile);
  const podAddresses = async () => {
    const response = await fetch(`${server.controlUrl}/pod-addresses?cluster=${encodeURIComponent(found.id)}`, {
      headers: { authorization: `Bearer ${server.controlKey}` },
    });
    if (!response.ok) throw new UserError(`The sandbox does not tell where its pods listen (HTTP ${response.status}).`);
    return (await response.json()) as Readonly<Record<string, string>>;
  };
  return {
    name: `${found.name}, stack ${stack} of the sandbox`,
    cluster: kubernetesCluster(config),
    ways: sandboxWays({ config, port, podAddresses }),
  };
}

function canListenOn(address: string): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(false));
    server.listen(0, address, () => server.close(() => resolve(true)));
  });
}
