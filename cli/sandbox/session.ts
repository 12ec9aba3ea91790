import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { azureDevOpsProvider } from "../../sandbox/azuredevops/azureDevOpsProvider";
import { azureNativeProvider } from "../../sandbox/azure-native/azureNativeProvider";
import { ToolBuildError } from "../../sandbox/engine/buildTool";
import { openEngine, type Engine } from "../../sandbox/engine/engine";
import { provideTools, type ProvidedTools } from "../../sandbox/engine/provideTools";
import { prepareProject } from "../../sandbox/engine/stackFiles";
import { Directory } from "../../sandbox/entra/directory";
import { checkout, sandboxPaths, type SandboxPaths } from "../../sandbox/paths";
import { randomProvider } from "../../sandbox/random/randomProvider";
import { runningServer, type RunningServer } from "../../sandbox/serverFile";
import { ServerError, startServer, stopServer } from "../../sandbox/serverProcess";
import { UserError } from "../userError";
import type { SandboxOptions } from "./sandboxCommand";
import { seedAzureDevOps } from "./seedAzureDevOps";
import { stackExists } from "./stackState";

/** The sandbox's subscription: an id of documentation kind, the same in every sandbox. */
export const subscriptionId = "00000000-0000-4000-8000-000000000001";

const azureDevOpsApplication = "499b84ac-1321-427f-aa17-267ca6975798";

/** A running sandbox with an engine for one stack. */
export interface Session {
  readonly paths: SandboxPaths;
  readonly tools: ProvidedTools;
  readonly server: RunningServer;
  readonly engine: Engine;
  /** Folder to run the engine in. */
  readonly project: string;
}

/**
 * Runs an action in the sandbox: builds what is missing, starts what is not running, and after Ctrl-C stops what it has
 * started, so that no process is left behind.
 */
export async function inSandbox(options: SandboxOptions, action: (session: Session) => Promise<number>): Promise<void> {
  const interruption = new AbortController();
  const interrupt = () => interruption.abort();
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  const paths = sandboxPaths();
  const wasRunning = runningServer(paths) !== undefined;
  try {
    const session = await openSession(options, paths, interruption.signal);
    try {
      process.exitCode = await action(session);
    } finally {
      await session.engine.close();
    }
  } catch (error) {
    if (!interruption.signal.aborted) {
      throw error instanceof ToolBuildError || error instanceof ServerError ? new UserError(error.message) : error;
    }
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
  }
  if (interruption.signal.aborted) {
    if (!wasRunning) {
      await stopServer(paths);
    }
    process.exitCode = 130;
  }
}

async function openSession(options: SandboxOptions, paths: SandboxPaths, signal: AbortSignal): Promise<Session> {
  const stackFile = stackFileOf(options);
  const tools = await provideTools(signal);
  const server =
    runningServer(paths) ??
    (await startServer(
      paths,
      { root: paths.root, tools, durationFactor: durationFactor(options.speed), identityDelaySeconds: 0 },
      signal,
    ));
  const project = prepareProject({
    program: checkout,
    stack: options.stack,
    stackFile,
    folder: join(paths.pulumi, "project"),
  });
  await seedAzureDevOps(server.azureDevOpsUrl, stackFile);
  const engine = await openEngine({
    tools,
    folder: paths.pulumi,
    providers: providers(paths, server),
    signal,
  });
  if (!stackExists(paths, options.stack)) {
    const created = await engine.capture(project, ["stack", "init", options.stack]);
    if (created.exitCode !== 0) {
      throw new UserError(`The stack ${options.stack} could not be created:\n${created.stderr}`);
    }
  }
  return { paths, tools, server, engine, project };
}

function providers(paths: SandboxPaths, server: RunningServer) {
  const directory = new Directory(paths.directoryFile);
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

function stackFileOf({ stack, configFile }: SandboxOptions): string {
  const file = configFile === undefined ? join(checkout, `Pulumi.${stack}.yaml`) : resolve(configFile);
  if (!existsSync(file)) {
    throw new UserError(`There is no stack file ${file}. --stack takes the <name> of a file Pulumi.<name>.yaml.`, 2);
  }
  return file;
}

function durationFactor(speed: string): number {
  const factor = Number(speed);
  if (!(factor >= 0)) {
    throw new UserError(`--speed takes a number of 0 or more, such as 0.1; ${speed} is none.`, 2);
  }
  return factor;
}
