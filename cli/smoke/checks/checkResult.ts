/** "not possible here": the way that the check wants to try does not exist, so it says nothing about the cluster. */
export type Outcome = "passed" | "failed" | "not possible here";

export type CheckName =
  | "runtime class"
  | "pods"
  | "nodes"
  | "service discovery"
  | "service address"
  | "service to pod"
  | "inbound"
  | "outbound";

/** How one check has ended. "passed" only after the check has itself seen or reached what it is about. */
export interface CheckResult {
  readonly check: CheckName;
  /** What was checked: a version such as "windows2022", or a node pool. */
  readonly subject: string;
  readonly outcome: Outcome;
  /** What was seen, in a sentence. */
  readonly evidence: string;
  /** What to do about a failure. */
  readonly remedy?: string;
}

/** What a check throws when it has come to an end other than "passed". */
export class CheckFailure extends Error {
  constructor(
    readonly evidence: string,
    readonly remedy: string,
    readonly outcome: Exclude<Outcome, "passed"> = "failed",
  ) {
    super(evidence);
  }
}

/** For a way that does not exist. @param reason Why, in a sentence. @param remedy What would show it after all. */
export function notPossible(reason: string, remedy: string): CheckFailure {
  return new CheckFailure(reason, remedy, "not possible here");
}

/** Runs a check to its result. @param seen Returns the evidence. Errors that are none of the check's own pass through. */
export async function resultOf(check: CheckName, subject: string, seen: () => Promise<string>): Promise<CheckResult> {
  try {
    return { check, subject, outcome: "passed", evidence: await seen() };
  } catch (error) {
    if (!(error instanceof CheckFailure)) throw error;
    const { outcome, evidence, remedy } = error;
    return { check, subject, outcome, evidence, remedy };
  }
}
