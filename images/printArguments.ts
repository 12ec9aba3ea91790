import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { buildArguments, pinsOf } from "./pins/buildArguments";
import { imageSystems, readPins } from "./pins/pins";

/** `npm run --silent images:arguments -- <os> [source]`: the arguments of `docker build`, one a line; what is unresolved on standard error. */
function main([system, source]: readonly string[]): void {
  const parsed = z.enum(imageSystems).safeParse(system);
  if (!parsed.success) {
    console.error(`Say which image: ${imageSystems.join(", ")}.`);
    process.exitCode = 2;
    return;
  }
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(__dirname, "..", "package.json"), "utf8")));
  const pins = readPins();
  for (const [name, value] of Object.entries(buildArguments(parsed.data, pins, { version, source }))) {
    console.log(`--build-arg=${name}=${value}`);
  }
  const unresolved = pinsOf(parsed.data, pins.pins).filter(({ digest }) => digest === null);
  if (unresolved.length > 0) {
    console.error(`Pinned by version alone, without a checksum: ${unresolved.map(({ name }) => name).join(", ")}.`);
  }
}

main(process.argv.slice(2));
