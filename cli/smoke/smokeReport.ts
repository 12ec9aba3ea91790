import type { CheckResult, Outcome } from "./checks/checkResult";

/** How a smoke check has ended, as `--json` prints it. */
export interface SmokeReport {
  readonly cluster: string;
  readonly namespace: string;
  /** The image of each version that was checked. */
  readonly images: Readonly<Record<string, string>>;
  readonly checks: readonly CheckResult[];
  readonly totals: Readonly<Record<Outcome, number>>;
}

export function smokeReport(report: Omit<SmokeReport, "totals">): SmokeReport {
  const count = (wanted: Outcome) => report.checks.filter(({ outcome }) => outcome === wanted).length;
  return {
    ...report,
    totals: { passed: count("passed"), failed: count("failed"), "not possible here": count("not possible here") },
  };
}

/** The report for a person: a line for each check, and below it what helps. */
export function renderReport({ checks, totals }: SmokeReport): string {
  const width = (texts: readonly string[]) => Math.max(0, ...texts.map(({ length }) => length));
  const outcomes = width(checks.map(({ outcome }) => outcome));
  const names = width(checks.map(({ check }) => check));
  const subjects = width(checks.map(({ subject }) => subject));
  const indent = " ".repeat(outcomes + names + subjects + 6);
  const lines = checks.flatMap(({ outcome, check, subject, evidence, remedy }) => [
    `${outcome.padEnd(outcomes)}  ${check.padEnd(names)}  ${subject.padEnd(subjects)}  ${evidence}`,
    ...(remedy === undefined ? [] : [`${indent}${remedy}`]),
  ]);
  const summary = Object.entries(totals).map(([outcome, count]) => `${count} ${outcome}`);
  return [...lines, "", `${summary.join(", ")}.`].join("\n");
}
