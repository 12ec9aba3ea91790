import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { UserError } from "../userError";
import type { BuildOptions } from "./buildOptions";
import { type BuildTarget, buildTargets } from "./buildTargets";
import { looksSecret } from "./looksSecret";

/** What is to be built, checked. */
export interface BuildOrder {
  readonly context: string;
  readonly dockerfile: string;
  readonly images: readonly string[];
  readonly target: BuildTarget;
  readonly buildArguments: Readonly<Record<string, string>>;
  readonly secretBuildArguments: Readonly<Record<string, string>>;
  readonly timeoutSeconds: number;
}

/** `repository:tag` (github.com/distribution/reference, regexp.go), without a registry: that is named by itself. */
const imageName = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*:\w[\w.-]{0,127}$/;

const argumentName = /^[A-Za-z_]\w*$/;

/** Bases that are for Windows whatever their tag. */
const windowsBase =
  /^\s*(?:FROM|ARG)\s+.*(?:mcr\.microsoft\.com\/(?:windows|dotnet\/framework)|nanoserver|servercore)/im;

/** @throws UserError with exit code 2 that lists everything that is wrong. */
export function readOrder(options: BuildOptions, env: NodeJS.ProcessEnv): BuildOrder {
  const problems: string[] = [];
  const buildArguments = readArguments(options.buildArg, problems);
  const secretBuildArguments = readSecrets(options, env, problems);
  const target = readTarget(options, problems);
  checkRest(options, problems);
  for (const name of Object.keys(target.buildArguments)) {
    if (name in buildArguments || name in secretBuildArguments) {
      problems.push(`The build argument ${name} is what --os says: leave it out.`);
    }
  }
  Object.keys(buildArguments)
    .filter((name) => name in secretBuildArguments)
    .forEach((name) => problems.push(`The build argument ${name} is given twice, once as a secret.`));
  const timeoutSeconds = readTimeout(options.timeoutMinutes, problems);
  if (problems.length > 0) {
    throw new UserError(
      [
        "This build cannot be started:",
        ...problems.map((problem) => `  - ${problem}`),
        "`fleet build --help` tells more.",
      ].join("\n"),
      2,
    );
  }
  return {
    context: options.context ?? "",
    dockerfile: options.file,
    images: options.image,
    target,
    buildArguments: { ...target.buildArguments, ...buildArguments },
    secretBuildArguments,
    timeoutSeconds,
  };
}

function readArguments(given: readonly string[], problems: string[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const text of given) {
    const [, name = "", value = ""] = /^([^=]*)=([^]*)$/.exec(text) ?? [];
    if (!argumentName.test(name)) {
      // Not shown: what was to be a name may be a secret.
      problems.push("--build-arg takes NAME=VALUE, with a name of letters, digits and underscores.");
    } else if (looksSecret(name, value)) {
      problems.push(
        `The build argument ${name} looks like a secret, and plain build arguments are shown in logs: put the value into the environment variable ${name} and give --secret-build-arg ${name}.`,
      );
    } else {
      found[name] = value;
    }
  }
  return found;
}

function readSecrets(
  { secretBuildArg, secretValues }: BuildOptions,
  env: NodeJS.ProcessEnv,
  problems: string[],
): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of secretBuildArg) {
    const value = secretValues?.[name] ?? env[name] ?? "";
    if (!argumentName.test(name)) {
      problems.push("--secret-build-arg takes the name of an environment variable, without its value.");
    } else if (value === "") {
      problems.push(`The environment variable ${name} of --secret-build-arg ${name} is not set.`);
    } else {
      found[name] = value;
    }
  }
  return found;
}

/** A Dockerfile for Windows needs a version: nobody else can know it. */
function readTarget({ os, context, file }: BuildOptions, problems: string[]): BuildTarget {
  const target = buildTargets[os ?? "linux"];
  if (target === undefined) {
    problems.push(`--os takes ${Object.keys(buildTargets).join(", ")}, not ${os}.`);
  } else if (os === undefined && context !== undefined && windowsBase.test(textOf(join(context, file)))) {
    problems.push(`${file} builds on a base for Windows: say for which version, --os windows2022 or --os windows2025.`);
  }
  return target ?? { os: "Linux", buildArguments: {} };
}

function textOf(file: string): string {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(file, "utf8") : "";
}

function checkRest({ context, image, builder, outputVariable, digestFile }: BuildOptions, problems: string[]): void {
  if (builder !== "acr") {
    problems.push(`--builder takes acr, not ${builder}.`);
  }
  if (context === undefined) {
    problems.push("Which folder? The context is the argument of the command, such as `fleet build . …`.");
  } else if (!existsSync(context)) {
    problems.push(`There is no folder ${context}.`);
  }
  if (image.length === 0) {
    problems.push("--image is missing: the name of the image, such as --image web/site:1.");
  }
  image
    .filter((name) => !imageName.test(name) || /^[^/]*\.[^/]*\//.test(name))
    .forEach((name) =>
      problems.push(`--image takes repository:tag, in small letters and without a registry, not ${name}.`),
    );
  if (digestFile !== undefined && !existsSync(dirname(digestFile))) {
    problems.push(`--digest-file: there is no folder ${dirname(digestFile)}.`);
  }
  if (outputVariable !== undefined && !/^[A-Za-z_][\w.]*$/.test(outputVariable)) {
    problems.push(`--output-variable takes a name of letters, digits, underscores and dots, not ${outputVariable}.`);
  }
}

/** The service's own bounds (azure-rest-api-specs, RegistryTasks, DockerBuildRequest.timeout). */
function readTimeout(text: string, problems: string[]): number {
  const minutes = Number(text);
  if (!Number.isInteger(minutes) || minutes < 5 || minutes > 480) {
    problems.push(`--timeout-minutes takes a whole number from 5 to 480, not ${text}.`);
  }
  return minutes * 60;
}
