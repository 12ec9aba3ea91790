import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { record } from "../sandbox/azuredevops/fixture";
import { prepareProject } from "../../sandbox/engine/stackFiles";
import type { ProcessResult } from "../../sandbox/engine/runProcess";
import { checkout, type SandboxPaths } from "../../sandbox/paths";
import type { Session } from "../../sandbox/session";
import { reportOf, stepsOf, type Report, type Step } from "./engineReport";
import { createTemporarySandbox, openSubject, removeTemporarySandbox, runEngine } from "./temporarySandbox";

/** Configuration of a stack by its keys, such as `aks-agents:agents`. */
export type Configuration = Record<string, unknown>;

export interface StackOptions {
  readonly paths: SandboxPaths;
  readonly name: string;
  readonly signal: AbortSignal;
  /** Folder of the program. */
  readonly program: string;
}

/** One stack of the program in a sandbox, driven by the real engine, with a stack file that a test may change. */
export class TestStack {
  private constructor(
    readonly paths: SandboxPaths,
    readonly name: string,
    private readonly stackFile: string,
    /** As the stack file has it now. */
    public configuration: Configuration,
    readonly session: Session,
    private readonly program: string,
  ) {}

  /**
   * Starts from `Pulumi.<source>.yaml` with changes. Default: in a sandbox of its own, under the source's name, with the program of
   * this checkout.
   */
  static async open(
    source: string,
    changes: Configuration = {},
    {
      paths = createTemporarySandbox(),
      name = source,
      signal = new AbortController().signal,
      program = checkout,
    }: Partial<StackOptions> = {},
  ): Promise<TestStack> {
    const configuration = { ...configurationOf(join(checkout, `Pulumi.${source}.yaml`)), ...changes };
    const stackFile = join(paths.root, `Pulumi.${name}.yaml`);
    writeStackFile(stackFile, configuration);
    const session = await openSubject(paths, { program, stack: name, stackFile }, { signal });
    return new TestStack(paths, name, stackFile, configuration, session, program);
  }

  /** Sets keys of the stack file; undefined takes one out. */
  configure(changes: Configuration): void {
    this.configuration = { ...this.configuration, ...changes };
    writeStackFile(this.stackFile, this.configuration);
    const folder = join(this.paths.pulumi, "project");
    prepareProject({ program: this.program, stack: this.name, stackFile: this.stackFile, folder });
  }

  /** @throws Error with the engine's output unless it succeeds. */
  async up(...args: string[]): Promise<Report> {
    return succeeded(await this.tryUp(...args));
  }

  async tryUp(...args: string[]): Promise<Report> {
    return this.report("up", ...args);
  }

  /** @throws Error with the engine's output unless it succeeds. */
  async refresh(): Promise<Report> {
    return succeeded(await this.report("refresh"));
  }

  /** @throws Error with the engine's output unless it succeeds. */
  async destroy(): Promise<Report> {
    return succeeded(await this.tryDestroy());
  }

  async tryDestroy(): Promise<Report> {
    return this.report("destroy");
  }

  /** What an update would change. */
  async previewChanges(...args: string[]): Promise<readonly Step[]> {
    const steps = stepsOf(await runEngine(this.session, "preview", "--json", ...args));
    return steps.filter(({ op }) => op !== "same" && op !== "read");
  }

  /** Outputs in clear but for secret ones. */
  async outputs(): Promise<Readonly<Record<string, unknown>>> {
    return record(JSON.parse(await this.run("stack", "output", "--json")));
  }

  /** Runs any command of the engine on the stack. @throws Error with its output unless it succeeds. */
  run(command: string, ...args: string[]): Promise<string> {
    return runEngine(this.session, command, ...args);
  }

  tryRun(command: string, ...args: string[]): Promise<ProcessResult> {
    return this.session.capture([command, ...args, "--stack", this.name]);
  }

  /** Ends the engine; the sandbox stays. */
  close(): Promise<void> {
    return this.session.close();
  }

  /** Ends the engine, the sandbox, and what it has written. */
  async remove(): Promise<void> {
    await this.close();
    await removeTemporarySandbox(this.paths);
  }

  private async report(command: string, ...args: string[]): Promise<Report> {
    return reportOf(await this.tryRun(command, "--yes", "--skip-preview", "--json", ...args));
  }
}

function succeeded(report: Report): Report {
  if (report.exitCode !== 0) {
    const messages = report.diagnostics
      .filter(({ severity }) => severity === "error" || severity === "info#err")
      .map(({ severity, message }) => `${severity}: ${message}`);
    const said = messages.length > 0 ? messages.join("\n") : report.text;
    throw new Error(`The engine ended with ${report.exitCode}:\n${said}`);
  }
  return report;
}

function configurationOf(file: string): Configuration {
  const { config } = parse(readFileSync(file, "utf8")) as { config: Configuration };
  return config;
}

function writeStackFile(file: string, configuration: Configuration): void {
  writeFileSync(file, stringify({ config: configuration }));
}
