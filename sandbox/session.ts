import { join } from "node:path";
import { azureDevOpsProvider } from "./azuredevops/azureDevOpsProvider";
import { azureNativeProvider } from "./azure-native/azureNativeProvider";
import { azureEnvironment, subscriptionId } from "./azureEnvironment";
import { openEngine, type Engine } from "./engine/engine";
import { provideTools, type ProvidedTools } from "./engine/provideTools";
import { removeStaleLocks } from "./engine/staleLocks";
import { prepareProject } from "./engine/stackFiles";
import { Directory } from "./entra/directory";
import { AKS_SERVER_APPLICATION } from "./kubernetes/kubeconfig";
import type { SandboxPaths } from "./paths";
import { randomProvider } from "./random/randomProvider";
import { seedAzureDevOps } from "./seedAzureDevOps";
import { runningServer, type RunningServer } from "./serverFile";
import { startServer } from "./serverProcess";
import { stackExists } from "./stackState";

/** Entra application of Azure DevOps, the audience of its access tokens. */
const azureDevOpsApplication = "499b84ac-1321-427f-aa17-267ca6975798";

export interface SessionOptions {
  readonly paths: SandboxPaths;
  /** Folder of the program and its Pulumi.yaml. */
  readonly program: string;
  readonly stack: string;
  readonly stackFile: string;
  /** 0: as fast as possible; 1: operations last as long as in Azure. For a server that is started now. */
  readonly durationFactor: number;
  /** How long Azure DevOps refuses a fresh identity. For a server that is started now. */
  readonly identityDelaySeconds: number;
  readonly signal: AbortSignal;
}

/** A running sandbox with an engine for one stack. */
export interface Session {
  readonly paths: SandboxPaths;
  readonly tools: ProvidedTools;
  readonly server: RunningServer;
  readonly stack: string;
  /** Runs the engine in the foreground; resolves to its exit code. */
  readonly run: (args: readonly string[]) => ReturnType<Engine["run"]>;
  /** Runs the engine and collects what it prints. */
  readonly capture: (args: readonly string[]) => ReturnType<Engine["capture"]>;
  /** Ends the engine's connections. The server goes on. */
  close(): Promise<void>;
}

/** The stack could not be created. */
export class StackError extends Error {}

/** Provides the tools, starts the server unless it runs, and opens an engine on the stack, which is created if need be. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { paths, program, stack, stackFile, durationFactor, identityDelaySeconds, signal } = options;
  const tools = await provideTools(signal);
  const server =
    runningServer(paths) ??
    (await startServer(paths, { root: paths.root, tools, durationFactor, identityDelaySeconds }, signal));
  await seedAzureDevOps(server.azureDevOpsUrl, stackFile);
  const folder = prepareProject({ program, stack, stackFile, folder: join(paths.pulumi, "project") });
  removeStaleLocks(join(paths.pulumi, "backend"));
  const directory = new Directory(paths.directoryFile);
  const engine = await openEngine({
    tools,
    folder: paths.pulumi,
    providers: providers(directory, server),
    kubeloginToken: await directory.issueToken(directory.deployer.objectId, AKS_SERVER_APPLICATION),
    azureEnvironment: azureEnvironment(directory, server),
    signal,
  });
  if (!stackExists(paths, stack)) {
    const { exitCode, stderr } = await engine.capture(folder, ["stack", "init", stack]);
    if (exitCode !== 0) {
      throw new StackError(`The stack ${stack} could not be created:\n${stderr}`);
    }
  }
  return {
    paths,
    tools,
    server,
    stack,
    run: (args) => engine.run(folder, args),
    capture: (args) => engine.capture(folder, args),
    close: () => engine.close(),
  };
}

/** Each engine has providers of its own, which sign in as the person who deploys. */
function providers(directory: Directory, server: RunningServer) {
  const { deployer, tenantId } = directory;
  return [
    azureNativeProvider({
      armUrl: server.azureUrl,
      subscriptionId,
      tenantId,
      clientId: deployer.clientId,
      objectId: deployer.objectId,
      accessToken: () => directory.issueToken(deployer.objectId, "https://management.azure.com"),
    }),
    azureDevOpsProvider({
      emulatorUrl: server.azureDevOpsUrl,
      credentials: async () => ({
        kind: "bearer",
        token: await directory.issueToken(deployer.objectId, azureDevOpsApplication),
      }),
    }),
    randomProvider(),
  ];
}
