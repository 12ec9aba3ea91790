import type { PlanContext } from "./planContext";
import type { Problem } from "./problem";
import type { Settings } from "./settings";

export type Severity = "refusal" | "warning";
export interface Finding extends Problem {
  readonly severity: Severity;
  readonly related?: readonly string[];
}

export function findProblems(_settings: Settings, _context: PlanContext): readonly Finding[] {
  return [];
}
