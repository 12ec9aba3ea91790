import assert from "node:assert/strict";
import { RandomSource } from "./support/randomSource";
import { Scenario } from "./support/scenario";
import type { Disturbance } from "./support/simulatedService";

const runs = Number(process.env["SUPERVISOR_MODEL_RUNS"] ?? 10_000);
const firstSeed = Number(process.env["SUPERVISOR_MODEL_SEED"] ?? Math.floor(Math.random() * 1e9));

/** What may happen to an agent, and how likely it is in a scenario, at most so many times. */
const happenings: readonly {
  readonly chance: number;
  readonly atMost: number;
  readonly happen: (scenario: Scenario, random: RandomSource) => void;
}[] = [
  { chance: 0.9, atMost: 3, happen: ({ service }, random) => service.queue(jobMilliseconds(random)) },
  {
    chance: 0.4,
    atMost: 2,
    happen: ({ service }, random) =>
      service.disturb(
        random.pick<Disturbance>(["network", "hang", "unavailable", "throttled"]),
        random.between(1_000, random.pick([20_000, 200_000, 900_000])),
      ),
  },
  { chance: 0.3, atMost: 2, happen: ({ service }) => service.expireToken() },
  { chance: 0.2, atMost: 2, happen: (scenario) => scenario.killContainer() },
  { chance: 0.4, atMost: 2, happen: (scenario) => scenario.ask() },
  { chance: 0.15, atMost: 1, happen: (scenario) => scenario.press() },
];

function jobMilliseconds(random: RandomSource): number {
  return random.between(1_000, random.pick([5_000, 60_000, 400_000]));
}

function scenarioOf(seed: number): { readonly scenario: Scenario; readonly run: () => Promise<unknown> } {
  const random = new RandomSource(seed ^ 0x5bd1e995);
  const sometimes = (probability: number) => (random.chance(0.4) ? probability : 0);
  const scenario = new Scenario({
    seed,
    settings: {
      runOnce: random.chance(0.5),
      idleTimeoutMinutes: random.pick([0, 0, 2]),
      drainTimeoutMinutes: random.pick([0, 1, 3, 10]),
      updateTimeoutMinutes: 2,
      connectTimeoutMinutes: 2,
    },
    mischief: {
      failConfigure: sometimes(0.4),
      hangAfterJob: sometimes(0.5),
      ignoreInterrupt: sometimes(0.5),
      secondJob: sometimes(0.7),
      endsAlone: sometimes(0.5),
      updatesAlone: sometimes(0.3),
      crash: sometimes(0.3),
      updateAfterJob: sometimes(0.4),
    },
  });
  const duration = random.pick([30, 120, 600]);
  return {
    scenario,
    run: () =>
      scenario.run(() => {
        for (const { chance, atMost, happen } of happenings) {
          for (let time = 0; time < atMost && random.chance(chance); time += 1) {
            scenario.at(random.between(0, duration), () => happen(scenario, random));
          }
        }
        // In the end every pod goes.
        scenario.at(duration + random.between(0, 120), () => scenario.ask());
      }),
  };
}

describe("Supervisor: model", function () {
  this.timeout(600_000);

  it(`keeps its promises in ${runs} random interleavings (SUPERVISOR_MODEL_SEED=${firstSeed})`, async () => {
    await inspect(Array.from({ length: runs }, (_, index) => firstSeed + index));
  });

  it("keeps them where they were broken once", async () => {
    // A listener that heeds no interruption took a second job while it was being stopped.
    await inspect([1039813, 1043444]);
    // A drain that was asked for while an idle agent tried to leave did not shorten the trying.
    await inspect([863128966]);
  });
});

/** Fails with what the supervisor did in the first scenarios in which it broke a promise. */
async function inspect(seeds: readonly number[]): Promise<void> {
  const broken: string[] = [];
  for (const seed of seeds) {
    const { scenario, run } = scenarioOf(seed);
    try {
      await run();
    } catch (error) {
      scenario.violations.push(error instanceof Error ? error.message : String(error));
    }
    if (scenario.violations.length > 0) {
      broken.push(`Seed ${seed}: ${scenario.violations.join("; ")}\n${scenario.trace.join("\n")}`);
    }
    if (broken.length === 2) {
      break;
    }
  }
  assert.ok(broken.length === 0, broken.join("\n\n"));
}
