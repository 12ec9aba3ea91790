import { writeFileSync } from "node:fs";
import Table from "cli-table3";
import { Command } from "commander";
import { buildContext } from "./buildContext";
import { criticalPath } from "./criticalPath";
import type { Measurement } from "./measurement";
import { previewAgainstBaseline } from "./previewAgainstBaseline";
import { previewGrowth } from "./previewGrowth";
import { sandboxStart } from "./sandboxStart";
import { supervisorStart } from "./supervisorStart";

/** Benchmarks by name, in the order in which they run. */
const benchmarks: Readonly<Record<string, () => Promise<readonly Measurement[]>>> = {
  preview: previewAgainstBaseline,
  growth: previewGrowth,
  start: sandboxStart,
  supervisor: supervisorStart,
  "critical-path": criticalPath,
  "build-context": buildContext,
};

async function main(): Promise<void> {
  const command = new Command("bench")
    .description("measure speed and memory; exit code 1 when a limit does not hold")
    .argument("[names...]", `which ones: ${Object.keys(benchmarks).join(", ")} (default: all)`)
    .option("--json <file>", "write the measurements as JSON too")
    .parse();
  const names = command.args.length > 0 ? command.args : Object.keys(benchmarks);
  const measurements: Measurement[] = [];
  for (const name of names) {
    const benchmark = benchmarks[name];
    if (benchmark === undefined) {
      throw new Error(`There is no benchmark ${name}; there are ${Object.keys(benchmarks).join(", ")}.`);
    }
    console.error(`Measuring ${name} …`);
    measurements.push(...(await benchmark()));
  }
  console.log(table(measurements));
  const { json } = command.opts<{ json?: string }>();
  if (json !== undefined) {
    writeFileSync(json, `${JSON.stringify(measurements, undefined, 2)}\n`);
  }
  process.exitCode = measurements.every(({ holds }) => holds) ? 0 : 1;
}

function table(measurements: readonly Measurement[]): string {
  const rows = new Table({
    head: ["Measured", "Median", "Baseline", "Ratio", "Limit", ""],
    style: { head: [], border: [] },
  });
  for (const { name, unit, median, baselineMedian, ratio, limit, holds } of measurements) {
    const quantity = (value: number) => `${value.toFixed(unit === "MiB" ? 0 : 2)} ${unit}`;
    rows.push([
      name,
      quantity(median),
      baselineMedian === undefined ? "" : quantity(baselineMedian),
      ratio?.toFixed(2) ?? "",
      limit === undefined ? "" : ratio === undefined ? quantity(limit) : limit.toFixed(2),
      limit === undefined ? "" : holds ? "holds" : "does not hold",
    ]);
  }
  return rows.toString();
}

void main();
