import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/** How many lines of each log are shown. */
const shownLines = 30;

export interface DiagnosticsFile {
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

/** The last lines of the newest logs that the listener and a worker have written to `_diag`. */
export async function diagnosticsTail(agentFolder: string): Promise<readonly string[]> {
  const tails = await Promise.all(
    (["Agent", "Worker"] as const).map(async (program) => {
      const file = await newestDiagnostics(agentFolder, program);
      if (file === undefined) {
        return [];
      }
      const lines = (await readFile(file.path, "utf8").catch(() => "")).trimEnd().split(/\r?\n/);
      return [`The last lines of ${file.path}:`, ...lines.slice(-shownLines)];
    }),
  );
  return tails.flat();
}

export async function newestDiagnostics(
  agentFolder: string,
  program: "Agent" | "Worker",
): Promise<DiagnosticsFile | undefined> {
  const folder = join(agentFolder, "_diag");
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) => name.startsWith(`${program}_`) && name.endsWith(".log"),
  );
  const files = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), changedAt: (await stat(join(folder, name))).mtimeMs })),
  );
  return files.sort((one, other) => other.changedAt - one.changedAt)[0];
}
