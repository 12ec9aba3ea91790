import { isRecord } from "../../engine/provider/properties";
import type { Properties } from "../../engine/provider/resourceProvider";
import type { ObjectShape } from "../shapes/shape";
import { inputProjection } from "../shapes/inputProjection";

/** Inputs of a resource that the program has not created: the parameters of its id and all that its outputs hold of inputs. */
export function importedInputs(
  shape: ObjectShape,
  parameters: Readonly<Record<string, string>>,
  outputs: Properties,
): Properties {
  const projection = Object.entries(inputProjection(shape, outputs)).filter(([name]) => name !== "id");
  const { subscriptionId: _fromConfiguration, ...path } = parameters;
  const meaningful = projection.flatMap(([name, value]): [string, unknown][] => {
    const kept = withoutEmptyCollections(value);
    return kept === undefined ? [] : [[name, kept]];
  });
  return { ...path, ...Object.fromEntries(meaningful) };
}

/** A response is full of empty lists that nobody has set. */
function withoutEmptyCollections(value: unknown): unknown {
  if (Array.isArray(value)) {
    const entries = value.map(withoutEmptyCollections).filter((entry) => entry !== undefined);
    return entries.length === 0 ? undefined : entries;
  }
  if (!isRecord(value)) {
    return value;
  }
  const entries = Object.entries(value)
    .map(([key, entry]): [string, unknown] => [key, withoutEmptyCollections(entry)])
    .filter(([, entry]) => entry !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
