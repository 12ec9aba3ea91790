import type { SandboxOptions } from "./sandboxCommand";
import { inSandbox } from "./session";

/** Runs an engine command on the stack. Its exit code becomes the command's. */
export async function runEngine(
  options: SandboxOptions,
  command: readonly string[],
  args: readonly string[],
): Promise<void> {
  await inSandbox(options, ({ run }) =>
    run([...command, ...args, ...stackArguments([...command, ...args], options.stack)]),
  );
}

/** `pulumi` passes any command on: those that know no stack, such as `version`, must not be given one. */
export function stackArguments(args: readonly string[], stack: string): readonly string[] {
  const withoutStack = [
    "version",
    "about",
    "plugin",
    "login",
    "logout",
    "whoami",
    "help",
    "--help",
    "schema",
    "package",
  ];
  const named = args.some((argument) => argument === "--stack" || argument === "-s" || argument.startsWith("--stack="));
  return named || withoutStack.includes(args[0] ?? "") ? [] : ["--stack", stack];
}
