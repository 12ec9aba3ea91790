import { textAt } from "../../json";
import type { StoredResource } from "../../store";
import type { RunOutcome } from "./carryOutRun";
import type { RunStatus } from "./run";

/** The last line of a run's log. Texts: Azure/azure-cli#28151 and the quick start of ACR Tasks. */
export function runEnding(run: StoredResource, { status, errorMessage }: RunOutcome, now: Date): string {
  const started = Date.parse(textAt(run.body, "properties.startTime") ?? now.toISOString());
  const elapsed = duration(Math.max(0, Math.round((now.getTime() - started) / 1000)));
  return endings[status]?.(run.name, elapsed, errorMessage ?? "") ?? "";
}

const endings: Readonly<Partial<Record<RunStatus, (id: string, elapsed: string, error: string) => string>>> = {
  Succeeded: (id, elapsed) => `Run ID: ${id} was successful after ${elapsed}`,
  Failed: (id, elapsed, error) => `Run ID: ${id} failed after ${elapsed}. Error: ${error}`,
  Error: (id, elapsed, error) => `Run ID: ${id} failed after ${elapsed}. Error: ${error}`,
  Timeout: (id, elapsed) => `Run ID: ${id} timed out after ${elapsed}`,
  Canceled: (id, elapsed) => `Run ID: ${id} was canceled after ${elapsed}`,
};

/** As Go prints it: "1m5s". */
function duration(seconds: number): string {
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${seconds % 60}s`;
}
