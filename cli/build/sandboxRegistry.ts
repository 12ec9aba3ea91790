import { azureEnvironment } from "../../sandbox/azureEnvironment";
import { Directory } from "../../sandbox/entra/directory";
import { sandboxPaths, type SandboxPaths } from "../../sandbox/paths";
import { runningServer } from "../../sandbox/serverFile";
import { stackNames, stackOutputs } from "../../sandbox/stackState";
import type { KnownRegistry } from "./fallbackRegistry";

/** What `npm run sandbox` brings up when it is not told otherwise. */
const defaultStack = "dev";

/**
 * The registry of the running sandbox's stack, reached as the person who deploys reaches it. Of several stacks it is that of the default
 * one; of several others it is none, since nobody can tell which is meant.
 * @param wanted The stack, where it is known.
 */
export async function sandboxRegistry(wanted?: string): Promise<KnownRegistry | undefined> {
  const paths = sandboxPaths();
  const server = runningServer(paths);
  const registries = server === undefined ? [] : stackNames(paths).flatMap((stack) => registryOf(paths, stack));
  const registry =
    registries.find(({ stack }) => stack === (wanted ?? defaultStack)) ??
    (wanted === undefined ? only(registries) : undefined);
  if (server === undefined || registry === undefined) {
    return undefined;
  }
  const { id, loginServer } = registry;
  const environment = {
    ...azureEnvironment(new Directory(paths.directoryFile), server),
    // It would win over the secret.
    ARM_CLIENT_CERTIFICATE_PATH: "",
  };
  return { id, loginServer, environment };
}

function registryOf(paths: SandboxPaths, stack: string) {
  const { registryId: id, registryLoginServer: loginServer } = stackOutputs(paths, stack);
  return typeof id === "string" && typeof loginServer === "string" ? [{ stack, id, loginServer }] : [];
}

function only<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}
