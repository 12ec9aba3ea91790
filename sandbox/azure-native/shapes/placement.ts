/** Where the properties of one type are in the body. */
export interface Placement {
  /** Properties beside `properties`; all others are inside it. Absent: the type has no such container. */
  readonly outside?: readonly string[];
  /** ARM's name where the SDK has another (`x-ms-client-name` in the specification). */
  readonly armNames?: Readonly<Record<string, string>>;
}

/** The path of a property in the body of its type. */
export function armPath(placement: Placement | undefined, property: string): readonly [string, ...string[]] {
  const name = placement?.armNames?.[property] ?? property;
  const outside = placement?.outside;
  return outside === undefined || outside.includes(property) ? [name] : ["properties", name];
}
