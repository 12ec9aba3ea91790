import { KubeConfig } from "@kubernetes/client-node";
import type { SandboxPaths } from "../../sandbox/paths";
import type { RunningServer } from "../../sandbox/serverFile";
import { clusterClient } from "../sandbox/clusterClient";
import { commandPrefix } from "../sandbox/commandPrefix";
import { UserError } from "../userError";
import { kubernetesCluster } from "./kubernetesCluster";
import type { SmokeAccess } from "./smokeAccess";
import { sandboxWays } from "./ways/sandboxWays";

/** The cluster of a stack in the running sandbox. @throws UserError when the stack has none. */
export async function sandboxAccess(
  paths: SandboxPaths,
  server: RunningServer,
  stack: string,
  port: number,
): Promise<SmokeAccess> {
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
