import { isRecord } from "../../engine/provider/properties";
import type { Properties } from "../../engine/provider/resourceProvider";
import type { ObjectShape, Shape } from "./shape";

/** Outputs in the SDK's form, from the body of a response. What the shape does not have is left out. */
export function responseOutputs(shape: ObjectShape, body: Properties): Properties {
  const outputs: Properties = {};
  for (const [name, property] of shape.properties) {
    const value = property.armPath.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), body);
    if (value !== undefined && value !== null) {
      outputs[name] = sdkValue(property.shape, value);
    }
  }
  return outputs;
}

function sdkValue(shape: Shape, value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((entry: unknown) => (shape.kind === "array" ? sdkValue(shape.items, entry) : entry));
  }
  if (!isRecord(value)) {
    return value;
  }
  switch (shape.kind) {
    case "map":
      return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, sdkValue(shape.values, entry)]));
    case "object":
      return responseOutputs(shape, value);
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
