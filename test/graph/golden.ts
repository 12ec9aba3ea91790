import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The recorded URNs of a stack. A changed one replaces the resource in everybody's stack unless it gets an alias.
 * With `UPDATE_GOLDEN=1` the present ones are recorded instead.
 */
export function goldenUrns(stack: string, present: readonly string[]): unknown {
  const file = join(__dirname, "golden", `${stack}.json`);
  if (process.env["UPDATE_GOLDEN"] === "1") {
    writeFileSync(file, `${JSON.stringify(present, undefined, 2)}\n`);
  }
  return JSON.parse(readFileSync(file, "utf8"));
}
