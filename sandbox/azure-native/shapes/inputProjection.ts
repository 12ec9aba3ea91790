import type { Properties } from "../../engine/provider/resourceProvider";
import type { ObjectShape } from "./shape";
import { shapedValue } from "./shapedValue";

/** The part of the outputs that has the form of inputs: what is read-only at any depth is left out. */
export function inputProjection(shape: ObjectShape, outputs: Properties): Properties {
  const inputs: Properties = {};
  for (const [name, property] of shape.properties) {
    const value = outputs[name];
    if (value !== undefined && value !== null) {
      inputs[name] = shapedValue(property.shape, value, inputProjection);
    }
  }
  return inputs;
}
