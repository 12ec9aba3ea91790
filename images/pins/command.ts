import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command, CommanderError } from "commander";
import { format } from "prettier";
import { pinsFile, readPins } from "./pins";
import { planTable } from "./planTable";
import { describeOutcome, resolvePins } from "./resolvePins";

/** `npm run pins [-- --check]`. Exit codes: 0 every pin is resolved and as its publisher has it, 1 some are not, 2 wrong usage. */
async function main(): Promise<void> {
  const command = new Command("pins")
    .description("Resolves and verifies the digests in images/pins.json at their publishers")
    .option("--check", "only compare, and write nothing")
    .option("--file <file>", "another file than images/pins.json; the plan's table is then left alone", pinsFile)
    .option("--github-api <url>", "where GitHub's REST API is", "https://api.github.com")
    .exitOverride();
  try {
    const { check, file, githubApi } = command.parse().opts<{ check?: true; file: string; githubApi: string }>();
    const pins = readPins(file);
    const outcomes = await resolvePins(pins, new Date(), {
      gitHubApi: githubApi,
      gitHubToken: process.env.GITHUB_TOKEN === "" ? undefined : process.env.GITHUB_TOKEN,
    });
    for (const outcome of outcomes) console.log(describeOutcome(outcome));
    const failed = outcomes.some(({ kind }) => kind === "failed");
    const changed = outcomes.some(({ kind }) => kind === "changed");
    if (!check) {
      const resolved = { ...pins, pins: outcomes.map(({ pin }) => pin) };
      writeFileSync(file, await format(JSON.stringify(resolved), { parser: "json", printWidth: 120 }));
      if (file === pinsFile)
        writeFileSync(join(__dirname, "..", "..", "plan", "imagePins.ts"), await planTable(resolved));
    }
    process.exitCode = failed || (check && changed) ? 1 : 0;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  }
}

void main();
