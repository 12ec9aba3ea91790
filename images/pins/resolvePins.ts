import { PinError } from "./pinError";
import type { Pin, Pins } from "./pins";
import { resolvePin, type ResolveOptions } from "./resolvePin";

/** What became of one pin. */
export type Outcome =
  | { readonly kind: "same"; readonly pin: Pin }
  | { readonly kind: "changed"; readonly pin: Pin; readonly before: string | null }
  | { readonly kind: "failed"; readonly pin: Pin; readonly reason: string };

/** Resolves one after another; a pin that fails stays as it was. */
export async function resolvePins(pins: Pins, now: Date, options: ResolveOptions = {}): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const pin of pins.pins) outcomes.push(await outcomeOf(pin, now, options));
  return outcomes;
}

async function outcomeOf(pin: Pin, now: Date, options: ResolveOptions): Promise<Outcome> {
  try {
    const { digest, digestSource } = await resolvePin(pin, options);
    if (digest === pin.digest) return { kind: "same", pin: seenAgain(pin, now) };
    const changed = { ...pin, digest, digestSource, resolvedAt: now.toISOString() };
    return { kind: "changed", pin: changed, before: pin.digest };
  } catch (error) {
    if (!(error instanceof PinError)) throw error;
    return { kind: "failed", pin, reason: error.message };
  }
}

/** The plan minds how long ago somebody has looked at a base, whose tag moves on. */
function seenAgain(pin: Pin, now: Date): Pin {
  return pin.kind === "image" ? { ...pin, resolvedAt: now.toISOString() } : pin;
}

/** One line for people. */
export function describeOutcome(outcome: Outcome): string {
  const { name, version, digest } = outcome.pin;
  switch (outcome.kind) {
    case "same":
      return `${name} ${version}: ${digest}, as before`;
    case "changed":
      return outcome.before === null
        ? `${name} ${version}: ${digest}`
        : `${name} ${version}: ${digest}, which was ${outcome.before}`;
    case "failed":
      return `${name} ${version}: ${digest === null ? "stays unresolved" : `stays ${digest}`}. ${outcome.reason}`;
  }
}
