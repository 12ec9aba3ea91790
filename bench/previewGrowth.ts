import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { checkout } from "../sandbox/paths";
import { absolute, median, seconds, type Measurement } from "./measurement";
import { inTemporarySandbox, openSubject, runEngine } from "../test/support/temporarySandbox";

const sizes = [1, 10, 50] as const;
const rounds = 5;

/** Cost of one more agent class between 10 and 50, over that between 1 and 10: 1 is linear, noise is up to a fifth. */
const growthLimit = 1.2;

/** Preview time for 1, 10 and 50 agent classes, and whether it grows no worse than linearly. */
export async function previewGrowth(): Promise<readonly Measurement[]> {
  return inTemporarySandbox(async (paths) => {
    const subjects = [];
    for (const size of sizes) {
      const stackFile = join(paths.root, `Pulumi.classes${size}.yaml`);
      writeFileSync(stackFile, stringify(stackWith(size)));
      const session = await openSubject(paths, { program: checkout, stack: `classes${size}`, stackFile });
      subjects.push({ size, session, times: [] as number[] });
    }
    for (let round = 0; round <= rounds; round += 1) {
      for (const { session, times } of subjects) {
        const time = await seconds(() => runEngine(session, "preview"));
        if (round > 0) {
          times.push(time);
        }
      }
    }
    await Promise.all(subjects.map(({ session }) => session.close()));

    const [one = NaN, ten = NaN, fifty = NaN] = subjects.map(({ times }) => median(times));
    const early = (ten - one) / (10 - 1);
    const late = (fifty - ten) / (50 - 10);
    const ratio = late / early;
    return [
      ...subjects.map(({ size, times }) => absolute(`preview of ${size} agent classes`, "s", times)),
      {
        name: "seconds per agent class, 10 to 50 against 1 to 10",
        unit: "s" as const,
        median: late,
        baselineMedian: early,
        ratio,
        limit: growthLimit,
        holds: ratio <= growthLimit,
      },
    ];
  });
}

/** The pr stack with as many Linux classes as asked for. */
function stackWith(size: number): object {
  const stack = parse(readFileSync(join(checkout, "Pulumi.pr.yaml"), "utf8")) as { config: Record<string, unknown> };
  const agents = Array.from({ length: size }, (_, index) => ({
    name: `class${index + 1}`,
    os: "linux",
  }));
  return { ...stack, config: { ...stack.config, "aks-agents:agents": agents } };
}
