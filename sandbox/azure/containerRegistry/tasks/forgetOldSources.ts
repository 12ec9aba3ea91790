import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Services } from "../../services";
import type { StoredResource } from "../../store";
import { buildOf, isFinished, runType } from "./run";

/** How long the service keeps contexts is documented nowhere; a day leaves time to schedule more than one run of one. */
const keptMilliseconds = 24 * 60 * 60 * 1000;

/** Removes contexts that nobody can need any more. The folder of an upload is named after its minute. */
export function forgetOldSources(registry: StoredResource, { tasks, store, now }: Services): void {
  const folder = join(tasks.files.registryFolder(registry.id), "source");
  const oldest = minuteName(new Date(now().getTime() - keptMilliseconds));
  const needed = store
    .children(registry.id, runType)
    .filter((run) => !isFinished(run))
    .map((run) => buildOf(run).relativePath);
  for (const minute of namesIn(folder)) {
    if (minute < oldest && !needed.some((path) => path.startsWith(`source/${minute}/`))) {
      rmSync(join(folder, minute), { recursive: true, force: true });
    }
  }
}

/** Such as "202611300915". */
export function minuteName(time: Date): string {
  return time.toISOString().replaceAll(/\D/g, "").slice(0, 12);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Nothing was uploaded yet.
    return [];
  }
}
