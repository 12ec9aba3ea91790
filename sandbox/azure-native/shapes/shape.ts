/** The form of a property value, and where Azure Resource Manager keeps it in a request or response. */
export type Shape =
  | { readonly kind: "string" | "number" | "boolean" | "any" | "stringSet" }
  | { readonly kind: "array"; readonly items: Shape }
  | { readonly kind: "map"; readonly values: Shape }
  | ObjectShape;

export interface ObjectShape {
  readonly kind: "object";
  /** SDK name of each property. Resolved when it is first asked for: types may refer to each other in circles. */
  readonly properties: ReadonlyMap<string, PropertyShape>;
}

export interface PropertyShape {
  readonly shape: Shape;
  readonly required: boolean;
  /** Path in the body, from the object that holds the property: containers that the SDK leaves out, then ARM's name. */
  readonly armPath: readonly [string, ...string[]];
}
