import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parse } from "yaml";
import { isRecord } from "./propertyValues";

export const projectRoot = resolve(__dirname, "../..");
export const projectName = "aks-agents";

/** A stack's configuration as a program receives it: texts, structured values as JSON, the project's defaults filled in. */
export function stackConfig(stack: string): Record<string, string> {
  return flattenConfig(parse(readFileSync(join(projectRoot, `Pulumi.${stack}.yaml`), "utf8")));
}

/** The same for a parsed stack file. */
export function flattenConfig(stackFile: unknown): Record<string, string> {
  const own = section(stackFile, "config");
  return {
    ...projectDefaults(),
    ...Object.fromEntries(Object.entries(own).map(([key, value]) => [withNamespace(key), text(value)])),
  };
}

function projectDefaults(): Record<string, string> {
  const declared = section(parse(readFileSync(join(projectRoot, "Pulumi.yaml"), "utf8")), "config");
  return Object.fromEntries(
    Object.entries(declared).flatMap(([key, declaration]) => {
      const value = isRecord(declaration) ? (declaration["value"] ?? declaration["default"]) : declaration;
      return value === undefined || value === null ? [] : [[withNamespace(key), text(value)]];
    }),
  );
}

function section(file: unknown, name: string): Record<string, unknown> {
  const content = isRecord(file) ? file[name] : undefined;
  return isRecord(content) ? content : {};
}

function withNamespace(key: string): string {
  return key.includes(":") ? key : `${projectName}:${key}`;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
