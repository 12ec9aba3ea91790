import type { ResourceTypeSpec } from "./types/resourceTypeSpec";
import { pathParameters } from "./resourceId";
import type { PropertyShape, ObjectShape } from "./shapes/shape";
import { armPath } from "./shapes/placement";
import type { SdkTypings } from "./shapes/sdkTypings";

export interface ResourceShapes {
  /** All inputs, with the path's parameters. The last of these may be absent: it is auto-named. */
  readonly inputs: ObjectShape;
  /** The inputs that a request's body carries. */
  readonly body: ObjectShape;
  readonly outputs: ObjectShape;
}

/** The shapes of a resource type, from the SDK's typings and the type's own table. */
export function resourceShapes(spec: ResourceTypeSpec, typings: SdkTypings): ResourceShapes {
  const { file, className } = spec.typings;
  const inputs = typings.declared(file, `${className}Args`, spec.placement).properties;
  const { placement, outputsOutside = [] } = spec;
  const outputPlacement = placement && { ...placement, outside: [...(placement.outside ?? []), ...outputsOutside] };
  const outputs = typings.declared(file, className, outputPlacement).properties;
  const additional = (spec.additionalProperties ?? []).map((name): [string, PropertyShape] => [
    name,
    { shape: { kind: "any" }, required: false, armPath: armPath(spec.placement, name) },
  ]);
  const parameters = pathParameters(spec.path);
  // The SDK keeps the id of a resource to itself.
  const id: PropertyShape = { shape: { kind: "string" }, required: true, armPath: ["id"] };
  return {
    inputs: { kind: "object", properties: new Map([...inputs, ...additional]) },
    body: {
      kind: "object",
      properties: new Map([...inputs, ...additional].filter(([name]) => !parameters.includes(name))),
    },
    outputs: { kind: "object", properties: new Map([["id", id], ...outputs, ...additional]) },
  };
}
