import { parseArgs } from "node:util";

const prefix = "VSTS_AGENT_INPUT_";

/** Arguments of the listener. Names are compared without regard to case. */
export class ListenerArguments {
  /** `configure`, `run`, or what else was asked for. */
  readonly command: string;
  /** Arguments of the command line that the listener does not know. */
  readonly unknown: readonly string[];
  private readonly values: ReadonlyMap<string, string | true>;

  /**
   * Any argument may come as `VSTS_AGENT_INPUT_<NAME>` in the environment instead; these variables are removed from it, so that
   * no job inherits them (azure-pipelines-agent CommandSettings.cs).
   */
  constructor(argv: readonly string[], environment: NodeJS.ProcessEnv) {
    const { values, positionals, unknown } = parse(argv);
    this.command = positionals[0] ?? "run";
    this.unknown = unknown;
    this.values = new Map([...takeFromEnvironment(environment), ...values]);
  }

  text(name: string): string | undefined {
    const value = this.values.get(name);
    return typeof value === "string" && value !== "" ? value : undefined;
  }

  flag(name: string): boolean {
    const value = this.values.get(name);
    return value === true || ["true", "1", "y", "yes"].includes(value?.toLowerCase() ?? "");
  }
}

const flags = ["unattended", "replace", "acceptteeeula", "once", "version", "help", "commit", "runasservice"];
const texts = [
  "url",
  "auth",
  "token",
  "pool",
  "agent",
  "work",
  "notificationsocketaddress",
  "proxyurl",
  "proxyusername",
  "proxypassword",
  "sslcacert",
  "startuptype",
];

function parse(argv: readonly string[]) {
  const options: Record<string, { type: "boolean" | "string" }> = {};
  flags.forEach((name) => (options[name] = { type: "boolean" }));
  texts.forEach((name) => (options[name] = { type: "string" }));
  const args = argv.map((argument) =>
    argument.startsWith("--") ? argument.replace(/^--[^=]*/, (name) => name.toLowerCase()) : argument,
  );
  const { values, positionals } = parseArgs({ args, options, strict: false, allowPositionals: true });
  const known = new Map<string, string | true>();
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (!(name in options)) {
      unknown.push(name);
    } else if (typeof value === "string" || value === true) {
      known.set(name, value);
    }
  }
  return { values: known, positionals, unknown };
}

function takeFromEnvironment(environment: NodeJS.ProcessEnv): readonly (readonly [string, string])[] {
  const names = Object.keys(environment).filter((name) => name.toUpperCase().startsWith(prefix));
  return names.map((name) => {
    const value = environment[name] ?? "";
    delete environment[name];
    return [name.slice(prefix.length).toLowerCase(), value.trim()] as const;
  });
}
