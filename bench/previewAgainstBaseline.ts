import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "../sandbox/paths";
import { relative, seconds, type Measurement } from "./measurement";
import { inTemporarySandbox, openSubject, runEngine, type Subject } from "../test/support/temporarySandbox";

const rounds = 7;

/**
 * Time of `pulumi preview` of the dev stack beside a six-resource AKS program, written and type-checked the way the
 * vendor's template is: same engine, same emulator, runs interleaved so that both meet the machine in the same mood.
 */
export async function previewAgainstBaseline(): Promise<readonly Measurement[]> {
  const baselineFolder = join(checkout, "bench", "baseline");
  const uncheckedFolder = withoutTypeCheck(baselineFolder);
  const subjects: Readonly<Record<string, Subject>> = {
    fleet: { program: checkout, stack: "dev", stackFile: join(checkout, "Pulumi.dev.yaml") },
    baseline: { program: baselineFolder, stack: "baseline", stackFile: join(baselineFolder, "Pulumi.dev.yaml") },
    unchecked: { program: uncheckedFolder, stack: "unchecked", stackFile: join(baselineFolder, "Pulumi.dev.yaml") },
  };
  try {
    const times = await inTemporarySandbox(async (paths) => {
      const sessions = await Promise.all(
        Object.entries(subjects).map(async ([name, subject], index) => ({
          name,
          // A project folder of its own: two of the subjects have the same project name.
          session: await openSubject({ ...paths, pulumi: join(paths.pulumi, String(index)) }, subject),
        })),
      );
      const measured = new Map(sessions.map(({ name }) => [name, [] as number[]]));
      for (let round = 0; round <= rounds; round += 1) {
        for (const { name, session } of sessions) {
          const time = await seconds(() => runEngine(session, "preview"));
          if (round > 0) {
            measured.get(name)?.push(time);
          }
        }
      }
      await Promise.all(sessions.map(({ session }) => session.close()));
      return measured;
    });
    const of = (name: string) => times.get(name) ?? [];
    return [
      relative("preview of dev, against a six-resource AKS program", "s", of("fleet"), of("baseline"), 1),
      relative("the same, that program without type check", "s", of("fleet"), of("unchecked")),
    ];
  } finally {
    rmSync(uncheckedFolder, { recursive: true });
  }
}

/** A copy of the baseline, inside the checkout so that it finds the same packages, whose types are not checked. */
function withoutTypeCheck(baseline: string): string {
  const folder = mkdtempSync(join(checkout, "bench", ".unchecked-"));
  cpSync(baseline, folder, { recursive: true });
  const tsconfig = JSON.parse(readFileSync(join(folder, "tsconfig.json"), "utf8")) as { compilerOptions: object };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ ...tsconfig, compilerOptions: { ...tsconfig.compilerOptions, noCheck: true } }),
  );
  return folder;
}
