import { textAt } from "../../json";
import type { StoredResource } from "../../store";
import type { BuildOrder } from "../imageBuilder";
import { buildOf } from "./run";
import { containerOf, type TaskFiles } from "./taskFiles";

/** What a run orders from the builder. @param secrets Values of the secret build arguments, by name. */
export function buildOrder(
  run: StoredResource,
  registry: StoredResource,
  files: TaskFiles,
  secrets: Readonly<Record<string, string>>,
): BuildOrder {
  const { relativePath, dockerfile, imageNames, os, architecture, buildArguments, target, push } = buildOf(run);
  return {
    registryId: registry.id,
    loginServer: textAt(registry.body, "properties.loginServer") ?? "",
    archive: files.path({ container: containerOf(registry.id), name: relativePath }),
    dockerfile,
    imageNames,
    platform: { os, architecture },
    buildArguments: buildArguments.map(({ name, value }) => ({
      name,
      value: value ?? secrets[name] ?? "",
      isSecret: value === undefined,
    })),
    ...(target === undefined ? {} : { target }),
    push,
  };
}
