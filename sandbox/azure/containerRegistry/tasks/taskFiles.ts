import { createHash } from "node:crypto";
import { join } from "node:path";

/** A blob of the storage account that the task service keeps for a registry. */
export interface TaskBlob {
  /** Name of the registry's container. */
  readonly container: string;
  /** Such as "source/202611300000/0b5f….tar.gz". */
  readonly name: string;
}

/** The registry's container. Form: "container-" and 32 hexadecimal digits, as in Azure/azure-cli#28151. */
export function containerOf(registryId: string): string {
  return `container-${createHash("sha256").update(registryId.toLowerCase()).digest("hex").slice(0, 32)}`;
}

/** The log of a run. Path: azure-rest-api-specs RegistryTasks, example RunsGetLogSasUrl. */
export function logBlob(registryId: string, runId: string): TaskBlob {
  return { container: containerOf(registryId), name: `logs/${runId}/rawtext.log` };
}

/** Name of a log's run, or undefined for another blob. */
export function runOfLog(name: string): string | undefined {
  return /^logs\/([a-z0-9]+)\/rawtext\.log$/.exec(name)?.[1];
}

/** Whether a name is one that an upload URL was made for. */
export function isSourceName(name: string): boolean {
  return /^source\/\d{12}\/[0-9a-f-]{36}\.tar\.gz$/.test(name);
}

/** Where blobs lie on disk. Names are checked before, so that none leads out of the folder. */
export class TaskFiles {
  constructor(readonly folder: string) {}

  path({ container, name }: TaskBlob): string {
    return join(this.folder, container, ...name.split("/"));
  }

  /** Everything of one registry. */
  registryFolder(registryId: string): string {
    return join(this.folder, containerOf(registryId));
  }
}
