import { isRecord } from "../../engine/provider/properties";
import type { Properties } from "../../engine/provider/resourceProvider";
import type { ObjectShape, Shape } from "./shape";

/** The part of the outputs that has the form of inputs: what is read-only at any depth is left out. */
export function inputProjection(shape: ObjectShape, outputs: Properties): Properties {
  const inputs: Properties = {};
  for (const [name, property] of shape.properties) {
    const value = outputs[name];
    if (value !== undefined && value !== null) {
      inputs[name] = inputValue(property.shape, value);
    }
  }
  return inputs;
}

function inputValue(shape: Shape, value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((entry: unknown) => (shape.kind === "array" ? inputValue(shape.items, entry) : entry));
  }
  if (!isRecord(value)) {
    return value;
  }
  switch (shape.kind) {
    case "map":
      return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, inputValue(shape.values, entry)]));
    case "object":
      return inputProjection(shape, value);
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
