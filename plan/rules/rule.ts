import type { Generation } from "../generations";
import type { PlanContext } from "../planContext";
import type { Problem } from "../problem";
import type { AgentSettings, Settings } from "../settings";

export type Severity = "refusal" | "warning";

/** What a rule looks at. */
export interface RuleInput {
  readonly settings: Settings;
  readonly context: PlanContext;
  readonly generations: readonly Generation[];
}

/** What a rule says about one value. */
export interface Complaint {
  readonly path: string;
  readonly message: string;
  readonly remedy: string;
  /** Other values that the complaint rests on: without them it is not made. */
  readonly related?: readonly string[];
}

/** One thing that can be wrong. A code belongs to one rule, so that each can be looked up, tested and counted. */
export interface Rule {
  readonly code: string;
  readonly severity: Severity;
  /** Rests on dates and version tables: the configuration may turn the refusal into a warning. */
  readonly dated?: true;
  check(input: RuleInput): readonly Complaint[];
}

/** A complaint with the rule that made it. */
export interface Finding extends Problem {
  readonly severity: Severity;
  readonly related: readonly string[];
}

/** Asks the same of every agent class. */
export function everyClass(
  { settings }: RuleInput,
  check: (agentClass: AgentSettings, path: string, index: number) => readonly (Complaint | undefined)[],
): readonly Complaint[] {
  return settings.agents
    .flatMap((agentClass, index) => check(agentClass, `agents[${index}]`, index))
    .filter((complaint) => complaint !== undefined);
}

/** Asks the same of every generation of every agent class. */
export function everyGeneration(
  { generations }: RuleInput,
  check: (generation: Generation) => readonly (Complaint | undefined)[],
): readonly Complaint[] {
  return generations.flatMap(check).filter((complaint) => complaint !== undefined);
}
