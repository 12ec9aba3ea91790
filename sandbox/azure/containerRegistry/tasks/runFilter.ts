import { badRequest } from "../../errors";
import { isObject, textAt } from "../../json";
import type { StoredResource } from "../../store";
import { outputImagesOf } from "./run";

type Condition = (run: StoredResource) => boolean;

/**
 * The properties by which runs are filtered, in lower case. Source: azure-rest-api-specs RegistryTasks, RunFilter.
 */
const properties: Readonly<Record<string, (run: StoredResource) => string>> = {
  runid: (run) => run.name,
  runtype: ({ body }) => textAt(body, "properties.runType") ?? "",
  status: ({ body }) => textAt(body, "properties.status") ?? "",
  createtime: ({ body }) => textAt(body, "properties.createTime") ?? "",
  finishtime: ({ body }) => textAt(body, "properties.finishTime") ?? "",
  outputimagemanifests: (run) => outputImagesOf(run).map(manifestName).join(","),
  isarchiveenabled: ({ body }) => String(isObject(body["properties"]) && body["properties"]["isArchiveEnabled"]),
  taskname: ({ body }) => textAt(body, "properties.task") ?? "",
  agentpoolname: ({ body }) => textAt(body, "properties.agentPoolName") ?? "",
};

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  ne: (order) => order !== 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
};

/**
 * The condition of `$filter`: comparisons and `contains`, joined by `and`, `or` and brackets.
 * @throws ArmError for anything else.
 */
export function runFilter(text: string | undefined): Condition {
  if (text === undefined || text.trim() === "") {
    return () => true;
  }
  const reader = new Reader(text);
  const condition = alternatives(reader);
  reader.end();
  return condition;
}

function alternatives(reader: Reader): Condition {
  const one = conjunction(reader);
  if (!reader.takes("or")) {
    return one;
  }
  const other = alternatives(reader);
  return (run) => one(run) || other(run);
}

function conjunction(reader: Reader): Condition {
  const one = single(reader);
  if (!reader.takes("and")) {
    return one;
  }
  const other = conjunction(reader);
  return (run) => one(run) && other(run);
}

function single(reader: Reader): Condition {
  if (reader.takes("(")) {
    const inner = alternatives(reader);
    reader.expect(")");
    return inner;
  }
  if (reader.takes("contains")) {
    reader.expect("(");
    const property = propertyOf(reader);
    reader.expect(",");
    const part = literal(reader).toLowerCase();
    reader.expect(")");
    return (run) => property(run).toLowerCase().includes(part);
  }
  const property = propertyOf(reader);
  const operator = reader.next();
  const comparison = comparisons[operator.toLowerCase()];
  if (comparison === undefined) {
    throw invalid(reader, operator);
  }
  const value = literal(reader);
  return (run) => comparison(compare(property(run), value));
}

function propertyOf(reader: Reader): (run: StoredResource) => string {
  const name = reader.next();
  const property = properties[name.toLowerCase()];
  if (property === undefined) {
    throw invalid(reader, name);
  }
  return property;
}

function literal(reader: Reader): string {
  const token = reader.next();
  return token.startsWith("'") ? token.slice(1, -1).replaceAll("''", "'") : token;
}

/** Times by their instant, everything else as text without regard to case. */
function compare(one: string, other: string): number {
  const [first, second] = [Date.parse(one), Date.parse(other)];
  return /^\d{4}-\d\d-\d\dT/.test(one) && !Number.isNaN(second)
    ? first - second
    : one.toLowerCase().localeCompare(other.toLowerCase());
}

/** `repository@digest` of an image, with its registry. */
function manifestName(image: unknown): string {
  return `${textAt(image, "registry") ?? ""}/${textAt(image, "repository") ?? ""}@${textAt(image, "digest") ?? ""}`;
}

class Reader {
  private readonly tokens: string[];

  constructor(readonly text: string) {
    this.tokens = text.match(/'(?:[^']|'')*'|[(),]|[^\s(),']+/g) ?? [];
  }

  next(): string {
    const token = this.tokens.shift();
    if (token === undefined) {
      throw invalid(this, "");
    }
    return token;
  }

  takes(token: string): boolean {
    if (this.tokens[0]?.toLowerCase() !== token) {
      return false;
    }
    this.tokens.shift();
    return true;
  }

  expect(token: string): void {
    if (!this.takes(token)) {
      throw invalid(this, this.tokens[0] ?? "");
    }
  }

  end(): void {
    if (this.tokens[0] !== undefined) {
      throw invalid(this, this.tokens[0]);
    }
  }
}

function invalid({ text }: Reader, token: string) {
  return badRequest("InvalidODataFilter", `The filter '${text}' is invalid at '${token}'.`, "$filter");
}
