import { isRecord, unknownValue } from "../../engine/provider/properties";
import type { Properties } from "../../engine/provider/resourceProvider";
import type { ObjectShape, Shape } from "./shape";

/**
 * Outputs that a preview can promise: the inputs, and everything else unknown, at every depth
 * (pulumi-azure-native provider/pkg/convert/previewOutputs.go).
 */
export function previewOutputs(shape: ObjectShape, inputs: Properties): Properties {
  return Object.fromEntries(
    [...shape.properties].map(([name, property]) => [name, previewValue(property.shape, inputs[name])]),
  );
}

function previewValue(shape: Shape, input: unknown): unknown {
  switch (shape.kind) {
    case "array":
      return Array.isArray(input) ? input.map((entry) => previewValue(shape.items, entry)) : unknownValue;
    case "map":
      return isRecord(input)
        ? Object.fromEntries(Object.entries(input).map(([key, entry]) => [key, previewValue(shape.values, entry)]))
        : unknownValue;
    case "object":
      return isRecord(input) ? previewOutputs(shape, input) : unknownValue;
    case "any":
      return input ?? unknownValue;
    case "stringSet":
      return Array.isArray(input) ? input : unknownValue;
    case "string":
    case "number":
    case "boolean":
      return typeof input === shape.kind ? input : unknownValue;
  }
}
