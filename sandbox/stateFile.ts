import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** A JSON document on disk that is read once and written whole after each change, so that an emulator survives a restart. */
export class StateFile<T> {
  constructor(private readonly path: string) {}

  /** What was saved last, or undefined when nothing was. */
  load(): T | undefined {
    try {
      return JSON.parse(readFileSync(this.path, "utf8")) as T;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") {
        return undefined;
      }
      throw error;
    }
  }

  /** Replaces the document in one step: a reader, or a process killed meanwhile, meets the old or the new one. */
  save(document: T): void {
    mkdirSync(dirname(this.path), { recursive: true });
    const temporary = `${this.path}.${process.pid}.tmp`;
    writeFileSync(temporary, JSON.stringify(document, undefined, 2), { mode: 0o600 });
    renameSync(temporary, this.path);
  }
}
