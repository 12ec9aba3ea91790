import { mkdirSync } from "node:fs";
import { startAzureEmulator } from "./azure/azureEmulator";
import { startAzureDevOpsEmulator } from "./azuredevops/azureDevOpsEmulator";
import { startControlServer } from "./controlServer";
import { Directory } from "./entra/directory";
import {
  AKS_SERVER_APPLICATION,
  createClusterRuntime,
  type AuthenticatedUser,
  type ControlPlaneTools,
} from "./kubernetes/createClusterRuntime";
import { sandboxPaths } from "./paths";
import { claimFolder, releaseFolder, writeServerFile } from "./serverFile";

/** What the server process is started with, as JSON in its first argument. */
export interface ServerOptions {
  readonly root: string;
  readonly tools: ControlPlaneTools;
  /** 0: as fast as possible; 1: operations last as long as in Azure. */
  readonly durationFactor: number;
  /** How long Azure DevOps refuses a fresh identity. */
  readonly identityDelaySeconds: number;
}

/** Runs the emulators and the clusters until the process is told to end. */
async function main({ root, tools, durationFactor, identityDelaySeconds }: ServerOptions): Promise<void> {
  const paths = sandboxPaths(root);
  mkdirSync(paths.root, { recursive: true });
  if (!claimFolder(paths)) {
    return;
  }
  const directory = new Directory(paths.directoryFile);
  const clusters = createClusterRuntime({
    stateDirectory: paths.kubernetes,
    tools,
    log: (line) => console.log(line),
    authenticateUser: (token) => authenticateUser(directory, token),
  });
  const azure = await startAzureEmulator({ stateDirectory: paths.azure, directory, clusters, durationFactor });
  const azureDevOps = await startAzureDevOpsEmulator({
    stateDirectory: paths.azureDevOps,
    directory,
    identityDelaySeconds,
  });

  const control = await startControlServer(clusters);

  let ending = false;
  const end = async () => {
    if (ending) {
      return;
    }
    ending = true;
    await Promise.all([azure.close(), azureDevOps.close(), control.close()]);
    await clusters.close();
    releaseFolder(paths);
    process.exit(0);
  };
  process.on("SIGTERM", () => void end());
  process.on("SIGINT", () => void end());

  writeServerFile(paths, {
    pid: process.pid,
    azureUrl: azure.url,
    azureDevOpsUrl: azureDevOps.url,
    controlUrl: control.url,
    controlKey: control.key,
  });
}

/** The person who deploys belongs to every cluster's administrator groups; other principals are nobody to a cluster. */
async function authenticateUser(directory: Directory, token: string): Promise<AuthenticatedUser | undefined> {
  const principal = await directory.verifyToken(token, [AKS_SERVER_APPLICATION]);
  return principal === undefined
    ? undefined
    : {
        username: principal.objectId,
        uid: principal.objectId,
        groups: principal.objectId === directory.deployer.objectId ? ["system:masters"] : [],
      };
}

void main(JSON.parse(process.argv[2] ?? "{}") as ServerOptions);
