/** One measured quantity, as `npm run bench -- --json <file>` writes it. */
export interface Measurement {
  readonly name: string;
  readonly unit: "s" | "MiB" | "ratio";
  readonly median: number;
  /** What the same run measured for comparison. */
  readonly baselineMedian?: number;
  readonly ratio?: number;
  /** What the median, or the ratio where there is a baseline, must not exceed. Absent: for information. */
  readonly limit?: number;
  readonly holds: boolean;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [below = NaN, above = NaN] = sorted.length % 2 === 0 ? sorted.slice(middle - 1) : sorted.slice(middle);
  return sorted.length % 2 === 0 ? (below + above) / 2 : below;
}

/** A quantity with a limit of its own. */
export function absolute(name: string, unit: "s" | "MiB", values: readonly number[], limit?: number): Measurement {
  const value = median(values);
  return { name, unit, median: value, limit, holds: limit === undefined || value <= limit };
}

/** A quantity that is compared with another one of the same run. */
export function relative(
  name: string,
  unit: "s" | "MiB" | "ratio",
  values: readonly number[],
  baseline: readonly number[],
  limit?: number,
): Measurement {
  const [value, baselineMedian] = [median(values), median(baseline)];
  const ratio = value / baselineMedian;
  return { name, unit, median: value, baselineMedian, ratio, limit, holds: limit === undefined || ratio <= limit };
}

/** Runs an action and tells how many seconds it took. */
export async function seconds(action: () => Promise<unknown>): Promise<number> {
  const start = process.hrtime.bigint();
  await action();
  return Number(process.hrtime.bigint() - start) / 1e9;
}
