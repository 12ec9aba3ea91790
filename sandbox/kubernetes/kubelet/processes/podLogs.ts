import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ContainerLog, readLog } from "./containerLog";
import type { LogOptions } from "./logOptions";

/** An instance of a container: the first is number 0, each restart is the next one. */
export interface ContainerInstance {
  readonly podUid: string;
  readonly containerName: string;
  readonly restartCount: number;
}

/** The logs of a node's pods on disk, as below /var/log/pods: of each container the current and the previous instance. */
export class PodLogs {
  private readonly open = new Map<string, ContainerLog>();

  constructor(private readonly folder: string) {}

  /** Begins the log of an instance, and gives up those before the previous one. */
  create(instance: ContainerInstance): ContainerLog {
    const file = this.file(instance);
    for (let old = instance.restartCount - 2; old >= 0; old -= 1) {
      const path = this.file({ ...instance, restartCount: old });
      rmSync(path, { force: true });
      rmSync(`${path}.1`, { force: true });
    }
    const log = new ContainerLog(file);
    this.open.set(file, log);
    return log;
  }

  /** The instance prints no more. */
  close(instance: ContainerInstance): void {
    const file = this.file(instance);
    this.open.get(file)?.close();
    this.open.delete(file);
  }

  /** The log in pieces, the last of which comes when the instance has ended, if it is to be followed. */
  async *read(instance: ContainerInstance, options: LogOptions, signal: AbortSignal): AsyncGenerator<string> {
    const file = this.file(instance);
    const open = this.open.get(file);
    if (options.follow && open !== undefined) {
      yield* open.follow(options, signal);
    } else {
      yield readLog(file, options);
    }
  }

  /** The end of the instance's log. */
  tail(instance: ContainerInstance, tailLines: number): string {
    return readLog(this.file(instance), {
      ...{ follow: false, previous: false, timestamps: false, tailLines },
      ...{ sinceMilliseconds: undefined, limitBytes: undefined },
    });
  }

  forget(podUid: string): void {
    rmSync(join(this.folder, podUid), { recursive: true, force: true });
  }

  /** Forgets all pods but these: others may have gone while nobody looked. */
  keepOnly(podUids: ReadonlySet<string>): void {
    const kept = existsSync(this.folder) ? readdirSync(this.folder) : [];
    kept.filter((podUid) => !podUids.has(podUid)).forEach((podUid) => this.forget(podUid));
  }

  /** Whether anything is kept of the instance: only processes print. */
  has(instance: ContainerInstance): boolean {
    return existsSync(this.file(instance));
  }

  private file({ podUid, containerName, restartCount }: ContainerInstance): string {
    return join(this.folder, podUid, containerName, `${restartCount}.log`);
  }
}
