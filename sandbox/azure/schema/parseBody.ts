import { z } from "zod";
import { ArmError, type ErrorDetail } from "../errors";
import type { JsonObject } from "../json";

/** The codes with which a service answers a body that it cannot take. */
export interface BodyErrorCodes {
  /** For unknown properties and wrong types. */
  readonly malformed: string;
  /** For values out of range and properties that may not be set. */
  readonly invalid: string;
}

/** What Azure Resource Manager's own front door and most services answer. */
export const commonCodes: BodyErrorCodes = { malformed: "InvalidRequestContent", invalid: "InvalidRequestContent" };

/** @throws ArmError that names every property at fault. */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  body: unknown,
  codes: BodyErrorCodes = commonCodes,
): z.infer<Schema> {
  if (body === undefined) {
    throw new ArmError(400, "MissingRequestBody", "The request body is required.");
  }
  const result = schema.safeParse(body);
  if (result.success) {
    return result.data;
  }
  const details = result.error.issues.flatMap((issue) => describe(issue, codes));
  const [first] = details;
  throw new ArmError(400, first?.code ?? codes.invalid, details.map(({ message }) => message).join(" "), {
    ...(first?.target === undefined ? {} : { target: first.target }),
    ...(details.length > 1 ? { details } : {}),
  });
}

function describe(issue: z.core.$ZodIssue, codes: BodyErrorCodes): ErrorDetail[] {
  const at = (...path: PropertyKey[]) => path.map(String).join(".");
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      code: codes.malformed,
      message: `Could not find member '${at(...issue.path, key)}'.`,
      target: at(...issue.path, key),
    }));
  }
  const code = issue.code === "invalid_type" ? codes.malformed : codes.invalid;
  const target = at(...issue.path);
  return [{ code, message: `The value of parameter '${target}' is invalid: ${issue.message}.`, target }];
}

/** A property that the service sets: a request that carries it is refused. */
export const readOnly = () => z.undefined({ error: "the property is read-only" }).optional();

/** A property that requests of an older API version do not have. */
export function since<Schema extends z.ZodType>(apiVersion: string, first: string, schema: Schema) {
  return schema.optional().superRefine((value, context) => {
    if (value !== undefined && apiVersion < first) {
      context.addIssue({ code: "custom", message: `the property does not exist before API version ${first}` });
    }
  });
}

/** A value of a known set, some of which only exist from an API version on. */
export function oneOf(apiVersion: string, values: readonly string[], later: Readonly<Record<string, string>> = {}) {
  return z.string().superRefine((value, context) => {
    const first = later[value];
    if (first !== undefined && apiVersion < first) {
      context.addIssue({ code: "custom", message: `'${value}' does not exist before API version ${first}` });
    } else if (first === undefined && !values.includes(value)) {
      context.addIssue({
        code: "custom",
        message: `'${value}' is not one of ${[...values, ...Object.keys(later)].join(", ")}`,
      });
    }
  });
}

/** Like `oneOf`, for values that the service takes in any case. */
export function oneOfAnyCase(
  apiVersion: string,
  values: readonly string[],
  later: Readonly<Record<string, string>> = {},
) {
  const known = [...values, ...Object.keys(later)];
  const asDocumented = (value: string) => known.find((other) => other.toLowerCase() === value.toLowerCase()) ?? value;
  return z
    .string()
    .transform(asDocumented)
    .pipe(oneOf(apiVersion, values, later));
}

/** Tags as Azure Resource Manager limits them. */
export const tags = () =>
  z
    .record(z.string().min(1).max(512), z.string().max(256))
    .refine((value) => Object.keys(value).length <= 50, "a resource has at most 50 tags");

/** The body of a resource with a location, as far as all such resources have it in common. */
export const trackedResource = {
  id: z.string().optional(),
  name: z.string().optional(),
  type: z.string().optional(),
  location: z.string(),
  tags: tags().optional(),
};

/** A resource without a location. */
export const proxyResource = { id: z.string().optional(), name: z.string().optional(), type: z.string().optional() };

/** The parts of a parsed body that are kept, without the id, name and type that belong to the path. */
export function kept(body: JsonObject): JsonObject {
  const { id: _id, name: _name, type: _type, ...rest } = body;
  return rest;
}

/** Builds a schema once for each API version. */
export function perApiVersion<Schema>(build: (apiVersion: string) => Schema): (apiVersion: string) => Schema {
  const built = new Map<string, Schema>();
  return (apiVersion) => {
    const known = built.get(apiVersion) ?? build(apiVersion);
    built.set(apiVersion, known);
    return known;
  };
}
