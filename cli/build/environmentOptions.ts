import { UserError } from "../userError";
import type { BuildOptions } from "./buildOptions";

/** What the environment says in place of options. */
export type EnvironmentOptions = Partial<BuildOptions>;

/** Options that are one text each, by the end of their variable. */
const texts: Readonly<Record<string, keyof EnvironmentOptions>> = {
  CONTEXT: "context",
  OS: "os",
  FILE: "file",
  TARGET: "target",
  TIMEOUT_MINUTES: "timeoutMinutes",
  REGISTRY: "registry",
  DIGEST_FILE: "digestFile",
  OUTPUT_VARIABLE: "outputVariable",
};

/** What a pipeline leaves where it has no variable of the name (learn.microsoft.com azure/devops/pipelines/process/variables). */
const macro = /\$\([\w.-]+\)/;

/**
 * The options of `--from-env`, each in a variable of its own: nothing has to be quoted for a shell, and no text that comes from elsewhere,
 * such as the name of a branch, can be more than the value it is. `FLEET_BUILD_IMAGES` holds names with blanks between them, `FLEET_BUILD_ARG_<name>` and
 * `FLEET_BUILD_SECRET_<name>` one build argument each; empty variables are taken for unset ones.
 * @throws UserError with exit code 2 when a value holds the macro of a variable that the pipeline does not have.
 */
export function environmentOptions(env: NodeJS.ProcessEnv): EnvironmentOptions {
  refuseMacros(env);
  const single = Object.entries(texts).flatMap(([end, option]) => {
    const value = env[`FLEET_BUILD_${end}`] ?? "";
    return value === "" ? [] : [[option, value] as const];
  });
  const images = (env["FLEET_BUILD_IMAGES"] ?? "").split(/\s+/).filter((name) => name !== "");
  const secrets = named(env, "FLEET_BUILD_SECRET_");
  return {
    ...Object.fromEntries(single),
    ...(images.length > 0 && { image: images }),
    ...(env["FLEET_BUILD_CACHE"]?.toLowerCase() === "false" && { cache: false }),
    buildArg: Object.entries(named(env, "FLEET_BUILD_ARG_")).map(([name, value]) => `${name}=${value}`),
    secretBuildArg: Object.keys(secrets),
    secretValues: secrets,
  };
}

function named(env: NodeJS.ProcessEnv, prefix: string): Record<string, string> {
  const found = Object.entries(env).filter(([variable]) => variable.startsWith(prefix));
  return Object.fromEntries(found.map(([variable, value = ""]) => [variable.slice(prefix.length), value]));
}

/** A value is not shown: it may be a secret. Within build arguments the form has other uses, so only a whole one counts. */
function refuseMacros(env: NodeJS.ProcessEnv): void {
  const unreplaced = Object.entries(env)
    .filter(([variable]) => variable.startsWith("FLEET_BUILD_"))
    .filter(([variable, value = ""]) => {
      const [found] = macro.exec(value) ?? [];
      return found !== undefined && (found === value || !/^FLEET_BUILD_(ARG|SECRET)_/.test(variable));
    })
    .map(([variable]) => variable);
  if (unreplaced.length > 0) {
    throw new UserError(
      `The pipeline has left a variable in ${unreplaced.join(" and ")} as it is: it does not have one of that name. Define the variable in the pipeline, or mend its name.`,
      2,
    );
  }
}
