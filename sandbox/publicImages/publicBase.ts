import { windowsTagBuild } from "../kubernetes/kubelet/imageFit";
import type { ContainerConfig } from "./containerConfig";
import { knownRepositories } from "./knownRepositories";

/** An image of a public registry, as far as the sandbox knows it without reaching the registry: its content is unknown. */
export interface PublicBase {
  /** Whole name, such as "docker.io/library/ubuntu:24.04". */
  readonly reference: string;
  readonly os: "windows" | "linux";
  /** major.minor.build of a Windows image. */
  readonly osVersion?: string;
  readonly config: ContainerConfig;
}

/**
 * Looks a public image up. A digest beside the tag is believed: nothing here can check it.
 * @param name As `wholeName` gives it.
 * @returns undefined when there is no such image, as far as is known.
 */
export function publicBase(name: { readonly repository: string; readonly tag: string }): PublicBase | undefined {
  const { repository, tag } = name;
  const known = knownRepositories.find((entry) => entry.repository.test(repository));
  if (known === undefined) {
    return undefined;
  }
  const reference = `${repository}:${tag}`;
  const osVersion = windowsTagBuild(tag);
  if (osVersion !== undefined && /^mcr\.microsoft\.com\//.test(repository)) {
    return { reference, os: "windows", osVersion, config: known.config ?? {} };
  }
  return known.linuxTags?.test(tag) === true ? { reference, os: "linux", config: known.config ?? {} } : undefined;
}

/** Whether anything is known of the repository, so that an unknown tag can be told from an unknown repository. */
export function isKnownRepository(repository: string): boolean {
  return knownRepositories.some((entry) => entry.repository.test(repository));
}
