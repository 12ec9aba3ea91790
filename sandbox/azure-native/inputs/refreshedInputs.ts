import { isRecord } from "../../engine/provider/properties";
import type { Properties } from "../../engine/provider/resourceProvider";
import { objectDiff } from "./propertyDiff";

/**
 * Inputs after a refresh. A response holds many values that nobody has set, so it cannot become the inputs: what changed
 * from the old to the new response is carried over, and only there (`applyDiff` in pulumi-azure-native diff.go).
 *
 * @param before the old outputs in the form of inputs
 * @param after the live outputs in the form of inputs
 */
export function refreshedInputs(inputs: Properties, before: Properties, after: Properties): Properties {
  const diff = objectDiff(before, after);
  if (diff === undefined) {
    return inputs;
  }
  const kept = Object.entries(inputs).filter(([name]) => !diff.deletes.has(name));
  const updated = [...diff.updates].map(([name, { before: old, after: now }]): [string, unknown] => [
    name,
    name in inputs ? refreshedValue(inputs[name], old, now) : now,
  ]);
  return { ...Object.fromEntries(kept), ...Object.fromEntries(diff.adds), ...Object.fromEntries(updated) };
}

function refreshedValue(input: unknown, before: unknown, after: unknown): unknown {
  if (isRecord(input) && isRecord(before) && isRecord(after)) {
    return refreshedInputs(input, before, after);
  }
  if (Array.isArray(input) && Array.isArray(before) && Array.isArray(after)) {
    return after.map((entry: unknown, index) =>
      index < input.length && index < before.length ? refreshedValue(input[index], before[index], entry) : entry,
    );
  }
  return after;
}
