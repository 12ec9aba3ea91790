import { parse } from "yaml";
import { z } from "zod";
import { asText, evaluate, type Scope, type TemplateValue } from "./templateExpression";

const template = z.object({
  parameters: z.array(
    z.strictObject({
      name: z.string(),
      type: z.enum(["string", "number", "boolean", "object"]),
      default: z.json().optional(),
      values: z.array(z.string()).optional(),
    }),
  ),
  steps: z.json(),
});

export type Template = z.infer<typeof template>;

export function readTemplate(text: string): Template {
  return template.parse(parse(text));
}

/**
 * The steps that a template becomes with the given parameters, as Azure Pipelines expands it before a run (learn.microsoft.com
 * azure/devops/pipelines/process/template-expressions). As far as this project's templates need it: `${{ }}` in texts, `each` and `if` as keys.
 * @throws Error for a parameter that the template does not have, one that is missing, and a value that it does not allow.
 */
export function renderTemplate(
  { parameters, steps }: Template,
  given: Readonly<Record<string, TemplateValue>>,
): readonly Readonly<Record<string, TemplateValue>>[] {
  const strangers = Object.keys(given).filter((name) => !parameters.some((parameter) => parameter.name === name));
  if (strangers.length > 0) throw new Error(`Unexpected parameter '${strangers.join("', '")}'`);
  const values = parameters.map((parameter) => [parameter.name, valueOf(parameter, given)] as const);
  const rendered = render(steps, { parameters: Object.fromEntries(values) });
  return z.array(z.record(z.string(), z.json())).parse(rendered);
}

function valueOf(
  { name, default: fallback, values }: Template["parameters"][number],
  given: Readonly<Record<string, TemplateValue>>,
): TemplateValue {
  const value = given[name] ?? fallback;
  if (value === undefined) throw new Error(`A value for the '${name}' parameter must be provided.`);
  if (values !== undefined && !values.includes(asText(value))) {
    throw new Error(`The '${name}' parameter value '${asText(value)}' is not a valid value.`);
  }
  return value;
}

const wholeExpression = /^\$\{\{(.*)\}\}$/;

function render(node: TemplateValue, scope: Scope): TemplateValue {
  if (typeof node === "string") return renderText(node, scope);
  if (Array.isArray(node)) return node.map((item) => render(item, scope));
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(Object.entries(node).flatMap(([key, value]) => renderEntry(key, value, scope)));
}

function renderText(text: string, scope: Scope): TemplateValue {
  const [, whole] = /\}\}.*\$\{\{/.test(text) ? [] : (wholeExpression.exec(text) ?? []);
  if (whole !== undefined) return evaluate(whole.trim(), scope);
  return text.replaceAll(/\$\{\{(.*?)\}\}/g, (_all, expression: string) => asText(evaluate(expression.trim(), scope)));
}

/** An entry of a mapping: itself, or what `if` and `each` put in its place. */
function renderEntry(key: string, value: TemplateValue, scope: Scope): readonly (readonly [string, TemplateValue])[] {
  const [, directive, rest = ""] = /^\$\{\{\s*(if|each)\s+(.*?)\s*\}\}$/.exec(key) ?? [];
  if (directive === undefined) return [[asText(renderText(key, scope)), render(value, scope)]];
  if (directive === "if") return evaluate(rest, scope) === true ? entriesOf(render(value, scope)) : [];
  const [, variable = "", collection = ""] = /^(\w+)\s+in\s+(.*)$/.exec(rest) ?? [];
  return entriesOf(evaluate(collection, scope)).flatMap(([name, item]) =>
    entriesOf(render(value, { ...scope, [variable]: { key: name, value: item } })),
  );
}

function entriesOf(value: TemplateValue): readonly (readonly [string, TemplateValue])[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Error(`This is no mapping: ${JSON.stringify(value)}`);
  }
  return Object.entries(value);
}
