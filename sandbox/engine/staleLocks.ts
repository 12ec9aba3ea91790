import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { isAlive } from "../serverFile";

interface Lock {
  readonly pid: number;
  readonly hostname: string;
}

/**
 * Removes the locks that engines on this machine have left behind because they were killed. The backend never does it
 * (pulumi/pulumi#8973), as its state may be shared; that of a sandbox is not.
 *
 * @param backend folder of the engine's file backend
 */
export function removeStaleLocks(backend: string): void {
  const folder = join(backend, ".pulumi", "locks");
  if (!existsSync(folder)) {
    return;
  }
  for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const file = join(folder, entry);
    if (entry.endsWith(".json") && isStale(file)) {
      rmSync(file, { force: true });
    }
  }
}

function isStale(file: string): boolean {
  try {
    const lock = JSON.parse(readFileSync(file, "utf8")) as Lock;
    return lock.hostname === hostname() && !isAlive(lock.pid);
  } catch {
    // Another engine has just released it, or is still writing it.
    return false;
  }
}
