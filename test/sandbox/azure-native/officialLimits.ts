import { dirname, join } from "node:path";
import { isRecord } from "../../support/propertyValues";

/**
 * The ranges, lengths and patterns that the official AKS client of API 2025-07-01 knows. Its serializers carry them as
 * `constraints` of their mappers, but they leave the judgement to the service.
 */
const mappers: unknown = require(
  join(dirname(require.resolve("@azure/arm-containerservice-2025/package.json")), "dist/commonjs/models/mappers.js"),
);

/** Where a body breaks a limit, such as `properties.osDiskSizeGB InclusiveMaximum 2048`. */
export function brokenLimits(model: string, body: unknown): string[] {
  return inModel(model, body, "");
}

function inModel(model: unknown, value: unknown, path: string): string[] {
  const properties = field(field(field(mappers, String(model)), "type"), "modelProperties");
  return Object.values(isRecord(properties) ? properties : {}).flatMap((mapper) => {
    const names = String(field(mapper, "serializedName")).split(".");
    const inner = names.reduce<unknown>(field, value);
    return inner === undefined ? [] : inMapper(mapper, inner, `${path}${names.join(".")}`);
  });
}

function inMapper(mapper: unknown, value: unknown, path: string): string[] {
  const type = field(mapper, "type");
  const element = field(type, "element");
  if (Array.isArray(value) && element !== undefined) {
    return value.flatMap((entry, index) => inMapper(element, entry, `${path}[${index}]`));
  }
  if (field(type, "name") === "Composite") {
    return inModel(field(type, "className"), value, `${path}.`);
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
