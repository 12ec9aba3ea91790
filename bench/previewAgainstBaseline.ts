import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkout } from "../sandbox/paths";
import type { Session } from "../sandbox/session";
import { relative, seconds, type Measurement } from "./measurement";
import { inTemporarySandbox, openSubject, runEngine, type Subject } from "../test/support/temporarySandbox";

const rounds = 5;

/**
 * Time of `pulumi preview` of the dev stack beside a six-resource AKS program, written and type-checked the way the
 * vendor's template is: same engine, same emulator, runs interleaved so that both meet the machine in the same mood.
 *
 * The SDK's ts-node keeps what it has compiled in the temporary folder and does not check an unchanged file again. A pipeline's
 * runner starts without that, and an edit voids it: that case is measured against the limit, the other one for information.
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
    return await inTemporarySandbox(async (paths) => {
      const sessions = new Map<string, Session>();
      for (const [name, subject] of Object.entries(subjects)) {
        // A folder of its own for each engine: two of the subjects have the same project name.
        sessions.set(name, await openSubject({ ...paths, pulumi: join(paths.pulumi, name) }, subject));
      }
      const fresh = await interleavedPreviews(sessions, "false");
      const cached = await interleavedPreviews(sessions, "true");
      await Promise.all([...sessions.values()].map((session) => session.close()));
      return [
        relative("preview of dev, against a six-resource AKS program", "s", fresh("fleet"), fresh("baseline"), 1),
        relative("the same, that program without type check", "s", fresh("fleet"), fresh("unchecked")),
        relative("the same, both compiled already", "s", cached("fleet"), cached("baseline")),
      ];
    });
  } finally {
    rmSync(uncheckedFolder, { recursive: true });
  }
}

/** Previews each subject in turn, once unmeasured and then `rounds` times. */
async function interleavedPreviews(
  sessions: ReadonlyMap<string, Session>,
  compileCache: "true" | "false",
): Promise<(name: string) => readonly number[]> {
  process.env["TS_NODE_CACHE"] = compileCache;
  const times = new Map([...sessions.keys()].map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, session] of sessions) {
      const time = await seconds(() => runEngine(session, "preview"));
      if (round > 0) {
        times.get(name)?.push(time);
      }
    }
  }
  delete process.env["TS_NODE_CACHE"];
  return (name) => times.get(name) ?? [];
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
