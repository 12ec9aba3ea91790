import { isRecord, unknownValue } from "../../engine/provider/properties";
import type { CheckFailure, Properties } from "../../engine/provider/resourceProvider";
import type { ObjectShape, Shape } from "../shapes/shape";

/** Limits that the API specification sets on a value. */
export interface ValueRule {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: RegExp;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** By input path, with `[]` for any element. */
export type ValueRules = Readonly<Record<string, ValueRule>>;

/** Missing required inputs and values outside the specification's limits, in the official provider's words. */
export function inputProblems(shape: ObjectShape, inputs: Properties, rules: ValueRules): CheckFailure[] {
  return objectProblems(shape, inputs, "", "", rules).map((reason) => ({ property: "", reason }));
}

function objectProblems(
  shape: ObjectShape,
  inputs: Properties,
  base: string,
  ruleBase: string,
  rules: ValueRules,
): string[] {
  const hint = ". Either set it explicitly or configure it with 'pulumi config set azure-native:location <value>'.";
  return [...shape.properties].flatMap(([name, property]) => {
    const path = base + name;
    const value = inputs[name];
    if (value === undefined || value === null) {
      return property.required ? [`missing required property '${path}'${path === "location" ? hint : ""}`] : [];
    }
    return valueProblems(property.shape, value, path, ruleBase + name, rules);
  });
}

function valueProblems(shape: Shape, value: unknown, path: string, rulePath: string, rules: ValueRules): string[] {
  if (value === unknownValue || shape.kind === "any") {
    return [];
  }
  if (Array.isArray(value)) {
    return shape.kind === "array"
      ? value.flatMap((entry, index) => valueProblems(shape.items, entry, `${path}[${index}]`, `${rulePath}[]`, rules))
      : shape.kind === "stringSet"
        ? []
        : [`'${path}' should be of type '${shape.kind}' but got an array`];
  }
  if (isRecord(value)) {
    return shape.kind === "object" ? objectProblems(shape, value, `${path}.`, `${rulePath}.`, rules) : [];
  }
  if (typeof value === "string") {
    return shape.kind === "string"
      ? textProblems(value, path, rules[rulePath])
      : [`'${path}' should be of type '${shape.kind}' but got a string`];
  }
  if (typeof value === "number") {
    return shape.kind === "number"
      ? numberProblems(value, path, rules[rulePath])
      : [`'${path}' should be of type '${shape.kind}' but got a number`];
  }
  return [];
}

function textProblems(value: string, path: string, rule: ValueRule | undefined): string[] {
  const { minLength = 0, maxLength = Infinity, pattern } = rule ?? {};
  const { length } = value;
  return [
    ...(length < minLength ? [`'${path}' is too short (${length}): at least ${minLength} characters required`] : []),
    ...(length > maxLength ? [`'${path}' is too long (${length}): at most ${maxLength} characters allowed`] : []),
    ...(pattern?.test(value) === false ? [`'${path}' does not match expression '${pattern.source}'`] : []),
  ];
}

function numberProblems(value: number, path: string, rule: ValueRule | undefined): string[] {
  const { minimum = -Infinity, maximum = Infinity } = rule ?? {};
  return [
    ...(value < minimum ? [`'${path}' is too low (${value.toFixed(6)} < ${minimum.toFixed(6)})`] : []),
    ...(value > maximum ? [`'${path}' is too high (${value.toFixed(6)} > ${maximum.toFixed(6)})`] : []),
  ];
}
