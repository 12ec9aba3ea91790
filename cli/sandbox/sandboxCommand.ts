import { Command } from "commander";
import { UserError } from "../userError";
import { jobCommand } from "./jobCommand";

/** Options that every subcommand takes, before or behind its name. */
export interface SandboxOptions {
  readonly stack: string;
  readonly configFile?: string;
  /** 0: as fast as possible; 1: operations last as long as in Azure. */
  readonly speed: string;
}

const examples = `
Examples:
  $ npm run sandbox                                 everything up, with the stack file Pulumi.dev.yaml
  $ npm run sandbox -- --stack dual                 the same with Pulumi.dual.yaml, beside the first
  $ npm run sandbox -- preview                      what would an update change?
  $ npm run sandbox -- job queue --class win22 --wait
  $ npm run sandbox -- kubectl get pods -A -o wide
  $ npm run sandbox -- destroy`;

/** Subcommands that hand over to the engine as they are. */
const engineCommands: Readonly<Record<string, { readonly description: string; readonly command: readonly string[] }>> =
  {
    preview: { description: "show what an update would change", command: ["preview"] },
    refresh: { description: "compare the state with what exists", command: ["refresh", "--yes", "--skip-preview"] },
    pulumi: { description: "run any pulumi command on the stack", command: [] },
  };

/** `fleet sandbox`: the whole program against a local Azure, Azure DevOps and Kubernetes. */
export function sandboxCommand(): Command {
  const sandbox = withOptions(new Command("sandbox"))
    .description("run the program, unmodified, against a local Azure, Azure DevOps and Kubernetes")
    .enablePositionalOptions()
    .addHelpText("after", examples);

  const add = (name: string, description: string, action: (options: SandboxOptions, args: string[]) => Promise<void>) =>
    withOptions(sandbox.command(name, { isDefault: name === "up" }))
      .description(description)
      .argument("[arguments...]", name === "kubectl" ? "arguments of kubectl" : "further arguments of pulumi")
      .allowUnknownOption()
      .passThroughOptions()
      .action(async (args: string[], _options: unknown, command: Command) => {
        refuseUnknownCommand(name, args);
        await action(optionsOf(sandbox, command), args);
      });

  // Each subcommand is loaded when it is run: kubectl and status need neither the engine nor its providers.
  add("up", "start what is not running and bring the stack up (the default)", async (options, args) =>
    (await import("./up.js")).up(options, args),
  );
  for (const [name, { description, command }] of Object.entries(engineCommands)) {
    add(name, description, async (options, args) => (await import("./runEngine.js")).runEngine(options, command, args));
  }
  add(
    "destroy",
    "delete the stack's resources, and stop the sandbox when nothing is left in it",
    async (options, args) => (await import("./destroy.js")).destroy(options, args),
  );
  add("kubectl", "run kubectl on the stack's cluster", async (options, args) =>
    (await import("./kubectl.js")).kubectl(options, args),
  );
  withOptions(sandbox.command("status"))
    .description("show what exists")
    .option("--json", "print it as JSON")
    .action(async ({ json = false }: { json?: boolean }, command: Command) =>
      (await import("./showStatus.js")).showStatus(optionsOf(sandbox, command), json),
    );
  sandbox.addCommand(
    jobCommand(withOptions, async (options, command) =>
      (await import("./queueJobs.js")).queueJobs(optionsOf(sandbox, command), options),
    ),
  );
  sandbox
    .command("stop")
    .description("stop everything; the next start continues where it was")
    .action(async () => (await import("./stop.js")).stop());
  return sandbox;
}

/** Engine commands take options only: a first word without a dash is a mistyped subcommand. */
function refuseUnknownCommand(name: string, [first]: readonly string[]): void {
  if (!["pulumi", "kubectl"].includes(name) && first !== undefined && !first.startsWith("-")) {
    throw new UserError(`There is no subcommand ${first}. \`npm run sandbox -- --help\` lists them.`, 2);
  }
}

function withOptions(command: Command): Command {
  return command
    .option("--stack <name>", "which stack file: Pulumi.<name>.yaml (default: dev)")
    .option("--config-file <path>", "another stack file for the stack")
    .option("--speed <factor>", "duration of Azure's operations: 1 as in Azure, 0 as fast as possible (default: 0)");
}

/** An option behind the subcommand's name wins over one before it. */
function optionsOf(sandbox: Command, command: Command): SandboxOptions {
  const given: Partial<SandboxOptions> = { ...sandbox.opts(), ...command.opts() };
  return { stack: given.stack ?? "dev", configFile: given.configFile, speed: given.speed ?? "0" };
}
