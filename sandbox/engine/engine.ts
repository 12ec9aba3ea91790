import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { serveLanguageHost } from "./languageHost";
import { serveProvider } from "./provider/providerServer";
import type { ResourceProvider } from "./provider/resourceProvider";
import type { ProvidedTools } from "./provideTools";
import type { RpcServer } from "./rpcServer";
import { runProcess, type ProcessResult } from "./runProcess";
import { kubernetesProviderVersion, pulumiVersion } from "./tools";

/** The real Pulumi engine with the sandbox's providers attached. */
export interface Engine {
  /** Runs the CLI with these arguments in the foreground of the terminal; resolves to its exit code. */
  run(folder: string, args: readonly string[]): Promise<number>;
  /** Runs the CLI and collects what it prints. */
  capture(folder: string, args: readonly string[]): Promise<ProcessResult>;
  close(): Promise<void>;
}

/** How long an interrupted engine may take to write its state before it is ended. */
const interruptGraceSeconds = 8;

export async function openEngine(options: {
  readonly tools: ProvidedTools;
  /** Folder for the engine's home, state and passphrase. */
  readonly folder: string;
  readonly providers: readonly ResourceProvider[];
  /** Entra token that `kubelogin` hands to clusters without local accounts. */
  readonly kubeloginToken: string;
  /** Credentials of the person who deploys, for the program's dynamic resources: the variables of azure-native. */
  readonly azureEnvironment: Readonly<Record<string, string>>;
  /** Aborted on Ctrl-C. */
  readonly signal: AbortSignal;
}): Promise<Engine> {
  const { tools, folder, signal } = options;
  const providers = await Promise.all(
    options.providers.map(async (provider) => ({ name: provider.name, server: await serveProvider(provider) })),
  );
  const languageHost = tools.officialPulumi ? undefined : await serveLanguageHost();
  const env = {
    ...engineEnvironment(folder, tools),
    ...options.azureEnvironment,
    AKS_AGENTS_KUBELOGIN_TOKEN_FILE: secretFile(folder, "kubelogin-token", options.kubeloginToken),
    PULUMI_DEBUG_PROVIDERS: providers.map(({ name, server }) => `${name}:${server.port}`).join(","),
    ...(languageHost === undefined ? {} : { PULUMI_DEBUG_LANGUAGES: `nodejs:${languageHost.port}` }),
  };
  const servers: RpcServer[] = [...providers.map(({ server }) => server), ...(languageHost ? [languageHost] : [])];

  return {
    run: async (cwd, args) => {
      const { exitCode } = await interruptible(signal, (onStart) =>
        runProcess(tools.pulumi, args, { cwd, env, output: "inherit", onStart }),
      );
      return exitCode;
    },
    capture: (cwd, args) => interruptible(signal, (onStart) => runProcess(tools.pulumi, args, { cwd, env, onStart })),
    close: async () => {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

/** What keeps the engine offline, and its state and credentials apart from the user's own. */
function engineEnvironment(folder: string, tools: ProvidedTools): Record<string, string> {
  const backend = join(folder, "backend");
  const home = join(folder, "home");
  mkdirSync(backend, { recursive: true });
  installPlugins(home, tools);
  return {
    PATH: [join(__dirname, "bin"), dirname(tools.pulumi), process.env["PATH"] ?? ""].join(delimiter),
    PULUMI_HOME: home,
    // Without the files of attributes beside each state file: they are not replaced at once, and a killed engine leaves an
    // empty one, with which the state cannot be read any more.
    PULUMI_BACKEND_URL: `file://${backend}?metadata=skip`,
    PULUMI_CONFIG_PASSPHRASE_FILE: passphraseFile(folder),
    PULUMI_SKIP_UPDATE_CHECK: "true",
    ...(tools.officialPulumi ? {} : { PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true" }),
  };
}

/** An official CLI brings both. A plugin that is found on PATH instead makes the engine warn on each run. */
function installPlugins(home: string, { kubernetesProvider, officialPulumi }: ProvidedTools): void {
  if (kubernetesProvider !== undefined) {
    installPlugin(home, `resource-kubernetes-v${kubernetesProviderVersion}`, kubernetesProvider);
  }
  if (!officialPulumi) {
    const launcher = join(__dirname, "plugins", "pulumi-resource-pulumi-nodejs");
    installPlugin(home, `resource-pulumi-nodejs-v${pulumiVersion}`, launcher);
  }
}

function installPlugin(home: string, folder: string, program: string): void {
  const plugin = join(home, "plugins", folder);
  mkdirSync(plugin, { recursive: true });
  const executable = join(plugin, basename(program));
  rmSync(executable, { force: true });
  symlinkSync(program, executable);
}

function passphraseFile(folder: string): string {
  const file = join(folder, "passphrase");
  return existsSync(file) ? file : secretFile(folder, "passphrase", randomBytes(24).toString("base64"));
}

function secretFile(folder: string, name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content, { mode: 0o600 });
  return file;
}

/**
 * Hands an interruption on to the engine, which then writes its state and ends. In a terminal the engine has received it
 * already. A second one makes it stop waiting for operations under way, and as a last resort it is killed.
 */
async function interruptible<Result>(
  signal: AbortSignal,
  start: (onStart: (kill: (signal: NodeJS.Signals) => void) => void) => Promise<Result>,
): Promise<Result> {
  const timers: NodeJS.Timeout[] = [];
  const cleanUp: (() => void)[] = [];
  try {
    return await start((kill) => {
      const interrupt = () => {
        if (!process.stdin.isTTY) {
          kill("SIGINT");
        }
        timers.push(
          setTimeout(() => kill("SIGINT"), interruptGraceSeconds * 1000),
          setTimeout(() => kill("SIGKILL"), 2 * interruptGraceSeconds * 1000),
        );
      };
      signal.addEventListener("abort", interrupt, { once: true });
      cleanUp.push(() => signal.removeEventListener("abort", interrupt));
    });
  } finally {
    cleanUp.forEach((undo) => undo());
    timers.forEach(clearTimeout);
  }
}
