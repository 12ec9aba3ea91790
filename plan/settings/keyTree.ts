import { z } from "zod";
import { documentationOf, type KeyMeta } from "./keys";

export type KeyKind =
  "group" | "list" | "map" | "text" | "truth value" | "whole number" | "number" | "choice" | "mixed";

/** One key of the configuration as the schema describes it. */
export interface KeyNode {
  readonly name: string;
  readonly kind: KeyKind;
  readonly required: boolean;
  /** Default that the schema fills in; absent when there is none or it is worked out elsewhere. */
  readonly defaultValue?: unknown;
  /** Allowed words, for a choice. */
  readonly choices: readonly string[];
  readonly range?: { readonly least?: number; readonly most?: number };
  /** Keys of a group, or of the groups in a list. */
  readonly children: readonly KeyNode[];
  readonly meta?: KeyMeta;
}

/** The keys of an object schema, in the order in which they are declared. */
export function keysOf(schema: z.core.$ZodType): readonly KeyNode[] {
  if (!(schema instanceof z.ZodObject)) return [];
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  return Object.entries(shape).map(([name, child]) => keyNode(name, child));
}

function keyNode(name: string, schema: z.core.$ZodType): KeyNode {
  const { inner, required, defaultValue } = unwrap(schema);
  const meta = documentationOf(schema);
  return {
    name,
    kind: kindOf(inner),
    required,
    ...(defaultValue !== undefined && { defaultValue }),
    choices: inner instanceof z.ZodEnum ? inner.options.map(String) : [],
    ...rangeOf(inner),
    // A key that is written as something simpler is one key, whatever it becomes in the program.
    children: meta?.writtenAs === undefined ? keysOf(elementOf(inner)) : [],
    ...(meta && { meta }),
  };
}

/** What a list is made of; anything else is itself. */
function elementOf(schema: z.core.$ZodType): z.core.$ZodType {
  if (!(schema instanceof z.ZodArray)) return schema;
  const list: z.ZodArray = schema;
  return unwrap(list.element).inner;
}

interface Unwrapped {
  readonly inner: z.core.$ZodType;
  readonly required: boolean;
  readonly defaultValue?: unknown;
}

function unwrap(schema: z.core.$ZodType): Unwrapped {
  if (schema instanceof z.ZodOptional) return { ...unwrap(schema.unwrap()), required: false };
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    return { ...unwrap(schema.unwrap()), required: false, defaultValue: schema.def.defaultValue };
  }
  if (schema instanceof z.ZodPipe) return unwrap(schema.in);
  return { inner: schema, required: true };
}

function kindOf(schema: z.core.$ZodType): KeyKind {
  if (schema instanceof z.ZodObject) return "group";
  if (schema instanceof z.ZodArray) return "list";
  if (schema instanceof z.ZodRecord) return "map";
  if (schema instanceof z.ZodString) return "text";
  if (schema instanceof z.ZodBoolean) return "truth value";
  if (schema instanceof z.ZodEnum) return "choice";
  if (schema instanceof z.ZodNumber) return schema.format === "safeint" ? "whole number" : "number";
  return "mixed";
}

function rangeOf(schema: z.core.$ZodType): { range?: KeyNode["range"] } {
  if (!(schema instanceof z.ZodNumber)) return {};
  const limit = (value: number | null) =>
    value === null || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value;
  return { range: { least: limit(schema.minValue), most: limit(schema.maxValue) } };
}
