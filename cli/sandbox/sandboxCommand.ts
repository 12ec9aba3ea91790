import { Command } from "commander";
import { destroy } from "./destroy";
import { kubectl } from "./kubectl";
import { runEngine } from "./runEngine";
import { showStatus } from "./showStatus";
import { stop } from "./stop";
import { up } from "./up";

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
  $ npm run sandbox -- kubectl get pods -A -o wide
  $ npm run sandbox -- destroy`;

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
      .action((args: string[], _options: unknown, command: Command) => action(optionsOf(sandbox, command), args));

  add("up", "start what is not running and bring the stack up (the default)", up);
  add("preview", "show what an update would change", runEngine("preview"));
  add("refresh", "compare the state with what exists", runEngine("refresh", "--yes", "--skip-preview"));
  add("destroy", "delete the stack's resources, and stop the sandbox when nothing is left in it", destroy);
  add("pulumi", "run any pulumi command on the stack", runEngine());
  add("kubectl", "run kubectl on the stack's cluster", kubectl);
  withOptions(sandbox.command("status"))
    .description("show what exists")
    .option("--json", "print it as JSON")
    .action((options: { json?: boolean }, command: Command) =>
      showStatus(optionsOf(sandbox, command), options.json ?? false),
    );
  sandbox.command("stop").description("stop everything; the next start continues where it was").action(stop);
  return sandbox;
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
