import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseAnswer } from "../control/messages";
import type { Stage } from "../agent/status";

/** Where `run` writes its stage, beside the supervisor's file: for `health`, when the socket does not answer. */
export function stateFile(supervisorFile: string): string {
  return join(dirname(supervisorFile), "run", "stage.json");
}

export function writeStage(file: string, stage: Stage): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${JSON.stringify({ stage, pid: process.pid })}\n`, { mode: 0o600 });
  } catch {
    // The socket tells the same.
  }
}

/** The stage that was written last, if the process that wrote it is still there. */
export function readStage(file: string): Stage | undefined {
  try {
    const text = readFileSync(file, "utf8");
    const { pid } = JSON.parse(text) as { readonly pid: number };
    process.kill(pid, 0);
    return parseAnswer(text)?.stage;
  } catch {
    return undefined;
  }
}
