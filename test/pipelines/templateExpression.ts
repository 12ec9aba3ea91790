import type { z } from "zod";

/** What YAML can hold. */
export type TemplateValue = z.core.util.JSONType;

/** Names that an expression may begin with. */
export type Scope = Readonly<Record<string, TemplateValue>>;

const functions: Readonly<Record<string, (values: readonly TemplateValue[]) => TemplateValue>> = {
  join: ([separator, list]) => {
    if (!Array.isArray(list)) throw new Error("join takes a list.");
    return list.map(asText).join(asText(separator ?? ""));
  },
  // Without regard to case, as all comparisons of texts there.
  ne: ([one, other]) => asText(one ?? "").toLowerCase() !== asText(other ?? "").toLowerCase(),
};

/** The value of an expression: a text in quotes, a path such as `parameters.images`, or one of the functions above. */
export function evaluate(expression: string, scope: Scope): TemplateValue {
  const [, literal] = /^'((?:[^']|'')*)'$/.exec(expression) ?? [];
  if (literal !== undefined) return literal.replaceAll("''", "'");
  const [, name = "", inner] = /^(\w+)\((.*)\)$/.exec(expression) ?? [];
  if (inner !== undefined) {
    const apply = functions[name];
    if (apply === undefined) throw new Error(`The function ${name} is not known here.`);
    return apply(argumentsIn(inner).map((argument) => evaluate(argument, scope)));
  }
  return expression.split(".").reduce<TemplateValue>((value, part) => memberOf(value, part, expression), scope);
}

/** Splits at commas outside of quotes. */
function argumentsIn(text: string): readonly string[] {
  return [...text.matchAll(/\s*((?:'(?:[^']|'')*'|[^,'])+)\s*(?:,|$)/g)].map(([, argument = ""]) => argument.trim());
}

function memberOf(value: TemplateValue, part: string, expression: string): TemplateValue {
  if (typeof value !== "object" || value === null || Array.isArray(value) || !(part in value)) {
    throw new Error(`${expression} is not there.`);
  }
  return value[part] ?? null;
}

/** A scalar as it stands in a text. */
export function asText(value: TemplateValue): string {
  if (typeof value === "object" && value !== null) throw new Error(`This is no text: ${JSON.stringify(value)}`);
  return String(value ?? "");
}
