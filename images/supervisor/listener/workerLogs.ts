import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Names of the logs that workers have written: one per job. */
export async function workerLogs(agentFolder: string): Promise<ReadonlySet<string>> {
  const names = await readdir(join(agentFolder, "_diag")).catch(() => []);
  return new Set(names.filter((name) => /^Worker_.*\.log$/.test(name)));
}
