import type { Stage } from "../agent/status";

/** What `run` is asked, a line of JSON. */
export interface ControlRequest {
  readonly command: "status" | "drain";
}

/** What it answers, a line of JSON each: where it stands, again and again during a drain, and how it has ended. */
export interface ControlAnswer {
  readonly stage: Stage;
  /** Exit code of `run`, with its last line. */
  readonly exitCode?: number;
}

export function parseRequest(line: string): ControlRequest | undefined {
  const command = field(line, "command");
  return command === "status" || command === "drain" ? { command } : undefined;
}

export function parseAnswer(line: string): ControlAnswer | undefined {
  const stage = field(line, "stage");
  const exitCode = field(line, "exitCode");
  return isStage(stage) ? { stage, ...(typeof exitCode === "number" && { exitCode }) } : undefined;
}

const stages: readonly unknown[] = [
  "held",
  "starting",
  "registering",
  "waiting",
  "listening",
  "leaving",
  "gone",
] satisfies Stage[];

function isStage(value: unknown): value is Stage {
  return stages.includes(value);
}

function field(line: string, name: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
  } catch {
    return undefined;
  }
}
