import { isRecord } from "../../engine/provider/properties";
import type { Properties } from "../../engine/provider/resourceProvider";
import type { ObjectShape } from "./shape";
import { shapedValue } from "./shapedValue";

/** Outputs in the SDK's form, from the body of a response. What the shape does not have is left out. */
export function responseOutputs(shape: ObjectShape, body: Properties): Properties {
  const outputs: Properties = {};
  for (const [name, property] of shape.properties) {
    const value = property.armPath.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), body);
    if (value !== undefined && value !== null) {
      outputs[name] = shapedValue(property.shape, value, responseOutputs);
    }
  }
  return outputs;
}
