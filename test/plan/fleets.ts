import fc from "fast-check";
import type { FleetPlan } from "../../plan/fleetPlan";
import type { PlanContext } from "../../plan/planContext";
import { planFleet } from "../../plan/planFleet";
import { ConfigurationError, type Problem } from "../../plan/problem";
import { settingsSchema, type Settings } from "../../plan/settings";

export const context: PlanContext = {
  project: "aks-agents",
  stack: "test",
  now: new Date("2026-12-01T12:00:00Z"),
  version: "1.4.0",
  imagePins: [],
  imageContexts: {},
};

/** What the configuration says of a sound agent token. */
export const soundToken = {
  empty: false,
  whitespace: false,
  foreignCharacters: false,
  base64: false,
  accessToken: false,
  encrypted: true,
  usedByProvider: false,
};

/** Settings with what they need at least, and the given keys. */
export function settingsWith(keys: Record<string, unknown> = {}): Settings {
  return settingsSchema.parse({
    location: "westeurope",
    orgServiceUrl: "https://dev.azure.com/contoso",
    agents: [
      { name: "win22", os: "windows2022" },
      { name: "linux", os: "linux" },
    ],
    azureDevOps: { project: "fleet" },
    ...keys,
  });
}

export function planWith(keys: Record<string, unknown> = {}, other: Partial<PlanContext> = {}): FleetPlan {
  return planFleet(settingsWith(keys), { ...context, ...other });
}

/** Problems that keep the settings from being planned; none when they can be. */
export function refusalsOf(keys: Record<string, unknown>, other: Partial<PlanContext> = {}): readonly Problem[] {
  try {
    planWith(keys, other);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.problems;
    throw error;
  }
}

const letters = "abcdefghijklmnopqrstuvwxyz".split("");
const os = fc.constantFrom("windows2022", "windows2025", "linux");
const className = fc.stringMatching(/^[a-z][a-z0-9]{0,4}$/).filter((name) => name !== "syste");

const agentClass = fc
  .record({
    name: className,
    os,
    spot: fc.boolean(),
    generations: fc.uniqueArray(fc.constantFrom(...letters), { minLength: 2, maxLength: 2 }),
    previousOs: fc.option(os),
    jobTimeoutMinutes: fc.integer({ min: 1, max: 1434 }),
  })
  .map(({ generations: [generation, before], previousOs, ...keys }) => ({
    ...keys,
    generation,
    ...(previousOs !== null && { previous: { generation: before, os: previousOs } }),
  }));

/** Any fleet that can be planned: up to six classes, some in the middle of a hand-over. */
export const anyFleet = fc
  .uniqueArray(agentClass, { selector: ({ name }) => name, minLength: 1, maxLength: 6 })
  .map((agents) => planWith({ agents }));
