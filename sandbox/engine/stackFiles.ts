import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";

type Yaml = Readonly<Record<string, unknown>>;

/**
 * Gives the engine its own copy of the project and of one stack file, so that what the engine writes there (a salt, values
 * set by `pulumi config set`) stays out of the checkout. The copied project names the checkout as its main program.
 * @returns the folder to run the engine in
 */
export function prepareProject(options: {
  /** Folder of Pulumi.yaml and of the program. */
  readonly program: string;
  readonly stack: string;
  /** The stack file that a person would deploy. */
  readonly stackFile: string;
  readonly folder: string;
}): string {
  const { program, stack, stackFile, folder } = options;
  mkdirSync(join(folder, "sources"), { recursive: true });
  const project = readYaml(join(program, "Pulumi.yaml"));
  writeYaml(join(folder, "Pulumi.yaml"), { ...project, main: program });

  const copy = join(folder, `Pulumi.${stack}.yaml`);
  const lastSource = join(folder, "sources", `Pulumi.${stack}.yaml`);
  const source = readYaml(stackFile);
  writeYaml(copy, mergeStackFile(source, readYaml(lastSource), readYaml(copy)));
  writeYaml(lastSource, source);
  return folder;
}

/** The stack file as it stands now, with what the engine has added to its copy since that was made from `lastSource`. */
export function mergeStackFile(source: Yaml, lastSource: Yaml, copy: Yaml): Yaml {
  const added = (before: unknown, after: unknown) =>
    Object.fromEntries(
      Object.entries(entries(after)).filter(
        ([key, value]) => JSON.stringify(value) !== JSON.stringify(entries(before)[key]),
      ),
    );
  const { config: _config, ...topLevel } = added(lastSource, copy);
  return {
    ...source,
    ...topLevel,
    config: { ...entries(source["config"]), ...added(lastSource["config"], copy["config"]) },
  };
}

function entries(value: unknown): Yaml {
  return typeof value === "object" && value !== null ? (value as Yaml) : {};
}

function readYaml(path: string): Yaml {
  return existsSync(path) ? entries(parse(readFileSync(path, "utf8"))) : {};
}

function writeYaml(path: string, value: Yaml): void {
  writeFileSync(path, stringify(value), { mode: 0o600 });
}
