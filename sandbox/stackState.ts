import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SandboxPaths } from "./paths";

/** A resource as the engine's state holds it. */
export interface StateResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly outputs?: Readonly<Record<string, unknown>>;
}

const project = "aks-agents";

export function stackExists(paths: SandboxPaths, stack: string): boolean {
  return existsSync(stateFile(paths, stack));
}

/** The stack's resources, read from the state file itself: faster than asking the engine, and it needs no lock. */
export function stackResources(paths: SandboxPaths, stack: string): readonly StateResource[] {
  if (!stackExists(paths, stack)) {
    return [];
  }
  const state = JSON.parse(readFileSync(stateFile(paths, stack), "utf8")) as {
    checkpoint?: { latest?: { resources?: StateResource[] } };
  };
  return state.checkpoint?.latest?.resources ?? [];
}

/** The stack's outputs; secret ones are encrypted there and of no use. */
export function stackOutputs(paths: SandboxPaths, stack: string): Readonly<Record<string, unknown>> {
  return stackResources(paths, stack).find(({ type }) => type === "pulumi:pulumi:Stack")?.outputs ?? {};
}

/** The stacks that were ever brought up, in the order of their names. */
export function stackNames(paths: SandboxPaths): readonly string[] {
  const folder = stateFolder(paths);
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith(".json"))
        .map((file) => file.slice(0, -".json".length))
        .sort()
    : [];
}

function stateFile(paths: SandboxPaths, stack: string): string {
  return join(stateFolder(paths), `${stack}.json`);
}

function stateFolder(paths: SandboxPaths): string {
  return join(paths.pulumi, "backend", ".pulumi", "stacks", project);
}
