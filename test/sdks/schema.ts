import schemaFile from "./azuredevopsSchema.json";

/** Type of a property in Pulumi's package schema. */
export interface PropertySchema {
  readonly type?: string;
  readonly $ref?: string;
  readonly secret?: boolean;
  readonly items?: { readonly type: string };
  readonly additionalProperties?: { readonly type: string };
}

export type Properties = Readonly<Record<string, PropertySchema>>;

export interface ResourceSchema {
  readonly properties: Properties;
  readonly required: readonly string[];
  readonly inputProperties: Properties;
  readonly requiredInputs: readonly string[];
}

export interface FunctionSchema {
  readonly inputs: { readonly properties: Properties; readonly required: readonly string[] };
  readonly outputs: { readonly properties: Properties; readonly required: readonly string[] };
}

/** What the official azuredevops package, version 3.15.0, declares of the types that the local one has. */
export const schema: {
  readonly provider: { readonly inputProperties: Properties };
  readonly resources: Readonly<Record<string, ResourceSchema>>;
  readonly functions: Readonly<Record<string, FunctionSchema>>;
  readonly types: Readonly<Record<string, { readonly properties: Properties; readonly required?: readonly string[] }>>;
} = schemaFile;

const primitives: Readonly<Record<string, string>> = { string: "string", integer: "number", boolean: "boolean" };

function nameOfReference(reference: string): string {
  return reference.slice(reference.lastIndexOf(":") + 1);
}

/** The TypeScript type that Pulumi's generator writes for a resolved value. */
export function outputType({ type = "", $ref, additionalProperties }: PropertySchema): string {
  if ($ref !== undefined) {
    return `outputs.${nameOfReference($ref)}`;
  }
  return type === "object" ? `{[key:string]:${additionalProperties?.type ?? "string"}}` : (primitives[type] ?? type);
}

/** The one that it writes for an argument. */
export function inputType({ type = "", $ref, items, additionalProperties }: PropertySchema, required: boolean): string {
  const value =
    $ref !== undefined
      ? `inputs.${nameOfReference($ref)}`
      : type === "array"
        ? `Input<${items?.type ?? "string"}>[]`
        : type === "object"
          ? `{[key:string]:Input<${additionalProperties?.type ?? "string"}>}`
          : (primitives[type] ?? type);
  return required ? `Input<${value}>` : `Input<${value}|undefined>`;
}
