import { isRecord } from "../../engine/provider/properties";
import type { Properties } from "../../engine/provider/resourceProvider";
import type { ObjectShape, Shape } from "./shape";

/** A value in the SDK's form: walks arrays and maps, and leaves what becomes of an object to `object`. */
export function shapedValue(
  shape: Shape,
  value: unknown,
  object: (shape: ObjectShape, value: Properties) => Properties,
): unknown {
  if (Array.isArray(value)) {
    return value.map((entry: unknown) => (shape.kind === "array" ? shapedValue(shape.items, entry, object) : entry));
  }
  if (!isRecord(value)) {
    return value;
  }
  switch (shape.kind) {
    case "map":
      return Object.fromEntries(
        Object.entries(value).map(([key, entry]) => [key, shapedValue(shape.values, entry, object)]),
      );
    case "object":
      return object(shape, value);
    case "stringSet":
      return Object.keys(value);
    case "array":
    case "string":
    case "number":
    case "boolean":
    case "any":
      return value;
  }
}
