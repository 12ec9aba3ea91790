import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as grpc from "@grpc/grpc-js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import * as engine_pb from "@pulumi/pulumi/proto/engine_pb";
import { LanguageRuntimeService } from "@pulumi/pulumi/proto/language_grpc_pb";
import * as language_pb from "@pulumi/pulumi/proto/language_pb";
import * as plugin_pb from "@pulumi/pulumi/proto/plugin_pb";
import { listenOnLoopback, type RpcServer } from "./rpcServer";

/** Exit code of a program whose errors the engine has already shown (`@pulumi/pulumi` cmd/run). */
const alreadyReported = 32;

/**
 * Serves the Node.js language runtime to the engine, which attaches to it by `PULUMI_DEBUG_LANGUAGES=nodejs:<port>`.
 * Stands in for `pulumi-language-nodejs` where no official CLI is installed: the program itself runs in the SDK's own
 * launcher, as it does there.
 */
export async function serveLanguageHost(): Promise<RpcServer> {
  const server = new grpc.Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
  server.addService(LanguageRuntimeService, languageService());
  return listenOnLoopback(server);
}

function languageService(): grpc.UntypedServiceImplementation {
  let engineAddress = "";
  const running = new Set<() => void>();

  const handshake: grpc.handleUnaryCall<language_pb.LanguageHandshakeRequest, language_pb.LanguageHandshakeResponse> = (
    { request },
    callback,
  ) => {
    engineAddress = request.getEngineAddress();
    callback(null, new language_pb.LanguageHandshakeResponse());
  };

  const run: grpc.handleUnaryCall<language_pb.RunRequest, language_pb.RunResponse> = (call, callback) => {
    const engine = new EngineClient(engineAddress, grpc.credentials.createInsecure());
    const program = spawn(process.execPath, programArguments(call.request, engineAddress), {
      cwd: call.request.getPwd(),
      env: programEnvironment(call.request),
      stdio: ["ignore", "pipe", "pipe"],
    });
    const stop = () => program.kill();
    running.add(stop);
    call.on("cancelled", stop);
    const forwarded = [forwardLines(program.stdout, engine), forwardLines(program.stderr, engine)];
    program.on("error", (error) => callback(null, new language_pb.RunResponse().setError(error.message)));
    program.on("close", (code, signal) => {
      running.delete(stop);
      void Promise.all(forwarded).then(() => {
        engine.close();
        callback(null, runResponse(code, signal));
      });
    });
  };

  const cancel: grpc.handleUnaryCall<Empty, Empty> = (_call, callback) => {
    running.forEach((stop) => stop());
    callback(null, new Empty());
  };

  return {
    handshake,
    run,
    cancel,
    getPluginInfo: answer(() => new plugin_pb.PluginInfo().setVersion(process.versions.node)),
    about: answer(() =>
      new language_pb.AboutResponse().setExecutable(process.execPath).setVersion(process.versions.node),
    ),
    getRequiredPlugins: answer(() => new language_pb.GetRequiredPluginsResponse()),
    getRequiredPackages: answer(() => new language_pb.GetRequiredPackagesResponse()),
    getProgramDependencies: answer(() => new language_pb.GetProgramDependenciesResponse()),
    runtimeOptionsPrompts: answer(() => new language_pb.RuntimeOptionsResponse()),
    installDependencies: (call: grpc.ServerWritableStream<unknown, unknown>) => call.end(),
  };
}

/** The providers are attached or found on PATH, so the engine has nothing to ask for: the answers are empty. */
function answer<Response>(respond: () => Response): grpc.handleUnaryCall<unknown, Response> {
  return (_call, callback) => callback(null, respond());
}

function programArguments(request: language_pb.RunRequest, engineAddress: string): string[] {
  const programDirectory = request.getInfo()?.getProgramDirectory() ?? request.getPwd();
  const launcher = createRequire(join(programDirectory, "package.json")).resolve("@pulumi/pulumi/cmd/run");
  return [
    launcher,
    `--monitor=${request.getMonitorAddress()}`,
    `--engine=${engineAddress}`,
    `--organization=${request.getOrganization()}`,
    `--project=${request.getProject()}`,
    `--root-directory=${request.getInfo()?.getRootDirectory() ?? request.getPwd()}`,
    `--stack=${request.getStack()}`,
    `--pwd=${request.getPwd()}`,
    ...(request.getDryrun() ? ["--dry-run"] : []),
    `--parallel=${request.getParallel()}`,
    request.getInfo()?.getEntryPoint() ?? request.getProgram(),
    ...request.getArgsList(),
  ];
}

/** Environment variables by which the official language host hands configuration and runtime options to the launcher. */
function programEnvironment(request: language_pb.RunRequest): NodeJS.ProcessEnv {
  const options = request.getInfo()?.getOptions()?.toJavaScript() ?? {};
  const tsconfig = options["tsconfig"];
  return {
    ...process.env,
    PULUMI_CONFIG: JSON.stringify(Object.fromEntries(request.getConfigMap().toArray())),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.getConfigsecretkeysList()),
    PULUMI_NODEJS_TYPESCRIPT: options["typescript"] === false ? "false" : "true",
    ...(typeof tsconfig === "string" ? { PULUMI_NODEJS_TSCONFIG_PATH: tsconfig } : {}),
  };
}

/** What the program prints appears among the engine's own messages. */
async function forwardLines(stream: NodeJS.ReadableStream, engine: EngineClient): Promise<void> {
  const logged: Promise<void>[] = [];
  for await (const line of createInterface({ input: stream })) {
    const request = new engine_pb.LogRequest().setSeverity(engine_pb.LogSeverity.INFO).setMessage(`${line}\n`);
    logged.push(new Promise((resolve) => engine.log(request, () => resolve())));
  }
  await Promise.all(logged);
}

function runResponse(code: number | null, signal: NodeJS.Signals | null): language_pb.RunResponse {
  const response = new language_pb.RunResponse();
  if (code === 0) {
    return response;
  }
  if (code === alreadyReported) {
    return response.setBail(true);
  }
  return response.setError(
    signal === null ? `The program ended with exit code ${String(code)}.` : `The program was ended by ${signal}.`,
  );
}
