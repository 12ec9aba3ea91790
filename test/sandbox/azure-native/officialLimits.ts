import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { isRecord } from "../../support/propertyValues";

/**
 * Where a body breaks a limit, such as `properties.osDiskSizeGB InclusiveMaximum 2048`. The limits are the ranges, lengths
 * and patterns that the official AKS client of API 2025-07-01 knows: its serializers carry them as `constraints` of their
 * mappers, but they leave the judgement to the service.
 */
export async function brokenLimits(model: string, body: unknown): Promise<string[]> {
  const client = dirname(require.resolve("@azure/arm-containerservice-2025/package.json"));
  const mappers: unknown = await import(pathToFileURL(join(client, "dist/commonjs/models/mappers.js")).href);
  return inModel(mappers, model, body, "");
}

function inModel(mappers: unknown, model: string, value: unknown, path: string): string[] {
  const properties = field(field(field(mappers, model), "type"), "modelProperties");
  return Object.values(isRecord(properties) ? properties : {}).flatMap((mapper) => {
    const names = String(field(mapper, "serializedName")).split(".");
    const inner = names.reduce<unknown>(field, value);
    return inner === undefined ? [] : inMapper(mappers, mapper, inner, `${path}${names.join(".")}`);
  });
}

function inMapper(mappers: unknown, mapper: unknown, value: unknown, path: string): string[] {
  const type = field(mapper, "type");
  const element = field(type, "element");
  if (Array.isArray(value) && element !== undefined) {
    return value.flatMap((entry, index) => inMapper(mappers, element, entry, `${path}[${index}]`));
  }
  if (field(type, "name") === "Composite") {
    return inModel(mappers, String(field(type, "className")), value, `${path}.`);
  }
  const constraints = field(mapper, "constraints");
  return Object.entries(isRecord(constraints) ? constraints : {}).flatMap(([name, limit]) =>
    keeps(name, limit, value) ? [] : [`${path} ${name} ${String(limit)}`],
  );
}

function keeps(constraint: string, limit: unknown, value: unknown): boolean {
  switch (constraint) {
    case "InclusiveMinimum":
      return Number(value) >= Number(limit);
    case "InclusiveMaximum":
      return Number(value) <= Number(limit);
    case "MinLength":
      return String(value).length >= Number(limit);
    case "MaxLength":
      return String(value).length <= Number(limit);
    case "Pattern":
      return limit instanceof RegExp && limit.test(String(value));
    default:
      throw new Error(`a constraint that this test does not know: ${constraint}`);
  }
}

function field(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}
