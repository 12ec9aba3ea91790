import { rmSync } from "node:fs";
import { join } from "node:path";
import type { ResourceStore } from "../../store";
import { BuildFailure, type ImageBuilder } from "../imageBuilder";
import { BlobUrls } from "./blobUrls";
import { RunQueue } from "./runQueue";
import { TaskFiles } from "./taskFiles";

/** What the registries' tasks work with. */
export interface TaskService {
  readonly files: TaskFiles;
  readonly urls: BlobUrls;
  readonly queue: RunQueue;
  /** Ends the runs of a registry that is being deleted, and removes its blobs. */
  forget(registryId: string): Promise<void>;
}

export interface TaskServiceOptions {
  /** Absent: every build fails. */
  readonly builder: ImageBuilder | undefined;
  readonly durationFactor: number;
  /** Seconds of this machine that a build may take at least, however fast the emulated clock runs. */
  readonly patienceSeconds: number;
}

/** @param folder Where contexts, logs and the key of the signed URLs are kept. */
export function startTaskService(
  folder: string,
  store: ResourceStore,
  now: () => Date,
  { builder = noBuilder, durationFactor, patienceSeconds }: TaskServiceOptions,
): TaskService {
  const files = new TaskFiles(join(folder, "blobs"));
  const queue = new RunQueue({ store, files, builder, time: { durationFactor, patienceSeconds }, now });
  return {
    files,
    urls: new BlobUrls(join(folder, "key.json"), now),
    queue,
    forget: async (registryId) => {
      await queue.forget(registryId);
      rmSync(files.registryFolder(registryId), { recursive: true, force: true });
    },
  };
}

const noBuilder: ImageBuilder = {
  build: () => Promise.reject(new BuildFailure("This emulator was started without anything that builds images.")),
};
