import type { ResourceTypeSpec } from "./types/resourceTypeSpec";
import { pathParameters } from "./resourceId";
import type { PropertyShape, ObjectShape } from "./shapes/shape";
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
  const inputs = new Map(typings.declared(file, `${className}Args`, spec.placement).properties);
  const location = inputs.get("location");
  if (location !== undefined) {
    inputs.set("location", { ...location, required: spec.locationOptional !== true });
  }
  const { placement, outputsOutside = [] } = spec;
  const outputPlacement = placement && { ...placement, outside: [...(placement.outside ?? []), ...outputsOutside] };
  const outputs = typings.declared(file, className, outputPlacement).properties;
  const parameters = pathParameters(spec.path);
  // The SDK keeps the id of a resource to itself.
  const id: PropertyShape = { shape: { kind: "string" }, required: true, armPath: ["id"] };
  return {
    inputs: { kind: "object", properties: inputs },
    body: {
      kind: "object",
      properties: new Map([...inputs].filter(([name]) => !parameters.includes(name))),
    },
    outputs: { kind: "object", properties: new Map([["id", id], ...outputs]) },
  };
}
