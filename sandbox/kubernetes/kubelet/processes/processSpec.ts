import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { V1Container } from "@kubernetes/client-node";
import type { PulledImage } from "../imageSource";
import type { PathMapping } from "./pathMapping";
import type { Variables } from "./podEnvironment";
import { expandVariables } from "./variableExpansion";

/** A process to start, in the machine's own terms. */
export interface ProcessSpec {
  readonly command: readonly string[];
  readonly workingDirectory: string;
  readonly environment: Variables;
}

/** Where programs are that no image brings: the shell and its companions. */
const MACHINE_PATH = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];

/** Addresses of public services with those that stand for them on this machine: what a hosts file would say. */
export type Addresses = Readonly<Record<string, string>>;

/** The environment of a container's processes: the pod's over the image's, with paths and addresses that mean the same here. */
export function processEnvironment(
  image: PulledImage,
  podVariables: Variables,
  mapping: PathMapping,
  addresses: Addresses,
): Variables {
  const inRoot = ["/usr/local/bin", "/usr/bin", "/bin"].map((path) => mapping.inRoot(path));
  const home = mapping.inRoot("/root");
  mkdirSync(home, { recursive: true });
  const own = { ...image.environment, ...podVariables };
  const mapped = Object.entries(own).map(([name, value]) => [name, mapping.inText(mapAddress(value, addresses))]);
  return { PATH: [...inRoot, ...MACHINE_PATH].join(":"), HOME: home, ...Object.fromEntries(mapped) } as Variables;
}

/** The container's first process. @throws Error when neither the pod nor the image says what to run. */
export function mainProcess(
  container: V1Container,
  image: PulledImage,
  podVariables: Variables,
  mapping: PathMapping,
  environment: Variables,
): ProcessSpec {
  // A command of the pod drops the image's arguments too.
  const entrypoint = container.command ?? image.entrypoint ?? [];
  const args = container.args ?? (container.command === undefined ? (image.arguments ?? []) : []);
  const command = [...entrypoint, ...args].map((word) => expandVariables(word, podVariables));
  if (command.length === 0) {
    throw new Error("failed to generate container spec: no command specified");
  }
  const folder = container.workingDir ?? image.workingDirectory ?? "/";
  const workingDirectory = mapping.inRoot(folder);
  mkdirSync(workingDirectory, { recursive: true });
  return { command: command.map((word) => mapping.inText(word)), workingDirectory, environment };
}

function mapAddress(value: string, addresses: Addresses): string {
  const known = Object.keys(addresses)
    .filter((address) => value.startsWith(address) && !/^[\w.-]/.test(value.slice(address.length)))
    .sort((one, other) => other.length - one.length)[0];
  return known === undefined ? value : `${addresses[known]}${value.slice(known.length)}`;
}

/** Folders that every image has. */
export function layCommonFolders(root: string): void {
  mkdirSync(join(root, "tmp"), { recursive: true, mode: 0o1777 });
}
