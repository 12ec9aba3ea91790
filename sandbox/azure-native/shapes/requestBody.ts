import { isRecord } from "../../engine/provider/properties";
import type { Properties } from "../../engine/provider/resourceProvider";
import type { ObjectShape, Shape } from "./shape";

/** The body of a request, from inputs in the SDK's form. What the shape does not have is left out. */
export function requestBody(shape: ObjectShape, inputs: Properties): Properties {
  const body: Properties = {};
  for (const [name, property] of shape.properties) {
    const value = inputs[name];
    if (value !== undefined) {
      put(body, property.armPath, armValue(property.shape, value));
    }
  }
  return body;
}

function armValue(shape: Shape, value: unknown): unknown {
  if (Array.isArray(value)) {
    return shape.kind === "stringSet"
      ? Object.fromEntries(value.map((entry: unknown) => [String(entry), {}]))
      : value.map((entry: unknown) => (shape.kind === "array" ? armValue(shape.items, entry) : entry));
  }
  if (!isRecord(value)) {
    return value;
  }
  if (shape.kind === "map") {
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, armValue(shape.values, entry)]));
  }
  return shape.kind === "object" ? requestBody(shape, value) : value;
}

function put(body: Properties, [name, ...rest]: readonly string[], value: unknown): void {
  if (name === undefined) {
    return;
  }
  if (rest.length === 0) {
    body[name] = value;
    return;
  }
  const container = body[name];
  const inner: Properties = isRecord(container) ? container : {};
  body[name] = inner;
  put(inner, rest, value);
}
