import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { toolCacheDirectory } from "../../../sandbox/engine/findTool";
import { type ProcessResult, runProcess } from "../../../sandbox/engine/runProcess";

const version = "2.91.0";

/** Microsoft's command line client, from PyPI, in an environment of its own in the tool cache. */
export class AzureCli {
  private constructor(private readonly python: string) {}

  /**
   * Installs it once, which takes minutes. Undefined where there is no `python3`.
   * @throws Error with what was printed when it cannot be installed.
   */
  static async provide(): Promise<AzureCli | undefined> {
    const { exitCode, stdout } = await runProcess("python3", [
      "-c",
      "import platform; print(platform.python_version())",
    ]);
    if (exitCode !== 0) {
      return undefined;
    }
    const folder = join(toolCacheDirectory(), `azure-cli-${version}-python-${stdout.trim()}`);
    if (!existsSync(folder)) {
      await install(folder);
    }
    return new AzureCli(pythonIn(folder));
  }

  /** `az` with these arguments and variables. */
  async run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<ProcessResult> {
    return runProcess(this.python, ["-m", "azure.cli", ...args], { env: { ...quiet, ...env } });
  }
}

const quiet = { AZURE_CORE_COLLECT_TELEMETRY: "no", AZURE_CORE_NO_COLOR: "yes", PYTHONWARNINGS: "ignore" };

const pythonIn = (folder: string) => join(folder, "bin", "python");

/** An installation that is broken off leaves nothing under the name that is looked for. */
async function install(folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(dirname(folder), { recursive: true });
  try {
    await succeed("python3", ["-m", "venv", unfinished]);
    await succeed(pythonIn(unfinished), ["-m", "pip", "install", "--quiet", `azure-cli==${version}`]);
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

async function succeed(program: string, args: readonly string[]): Promise<void> {
  const { exitCode, stdout, stderr } = await runProcess(program, args);
  if (exitCode !== 0) {
    throw new Error(`${program} ${args.join(" ")} failed:\n${stdout}${stderr}`);
  }
}
