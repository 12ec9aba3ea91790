import { readFileSync } from "node:fs";
import { z } from "zod";

const dependencies = z.record(z.string(), z.string()).optional();
const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      dependencies,
      optionalDependencies: dependencies,
    }),
  ),
});

/**
 * What a lockfile of npm pins of some packages, and of all that these need: versions and checksums, in the order of their places.
 * @param imports As they stand in import statements, such as `@azure/identity` or `commander/esm.mjs`; what is no package is left out.
 */
export function lockedPackages(file: string, imports: readonly string[]): readonly string[] {
  const { packages } = lockfile.parse(JSON.parse(readFileSync(file, "utf8")));
  const found = new Map<string, string>();
  const visit = (name: string, from: string) => {
    const place = placeOf(name, from, packages);
    const locked = place === undefined ? undefined : packages[place];
    if (place === undefined || locked === undefined || found.has(place)) return;
    found.set(place, `${place} ${locked.version ?? ""} ${locked.integrity ?? ""}`);
    for (const needed of Object.keys({ ...locked.dependencies, ...locked.optionalDependencies })) visit(needed, place);
  };
  for (const path of imports) visit(/^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path, "");
  return [...found.values()].sort();
}

/** Where Node finds a package from another one's place: in the nearest `node_modules` around it. */
function placeOf(name: string, from: string, packages: Readonly<Record<string, unknown>>): string | undefined {
  const place = from === "" ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  if (place in packages) return place;
  if (from === "") return undefined;
  const outer = from.lastIndexOf("/node_modules/");
  return placeOf(name, outer === -1 ? "" : from.slice(0, outer), packages);
}
