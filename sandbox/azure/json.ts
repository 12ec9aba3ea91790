/** A JSON object of which nothing is known yet. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a dotted path, such as `properties.provisioningState`. */
export function at(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((current, key) => (isObject(current) ? current[key] : undefined), value);
}

/** The text at a dotted path, or undefined when there is none. */
export function textAt(value: unknown, path: string): string | undefined {
  const found = at(value, path);
  return typeof found === "string" ? found : undefined;
}

export function numberAt(value: unknown, path: string): number | undefined {
  const found = at(value, path);
  return typeof found === "number" ? found : undefined;
}

export function objectAt(value: unknown, path: string): JsonObject {
  const found = at(value, path);
  return isObject(found) ? found : {};
}

export function listAt(value: unknown, path: string): readonly unknown[] {
  const found = at(value, path);
  return Array.isArray(found) ? found : [];
}

/** A copy without nulls and undefineds, at every depth: to Azure Resource Manager a null property is an absent one. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withoutNulls);
  }
  if (!isObject(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, entry]) => entry !== null && entry !== undefined)
      .map(([key, entry]) => [key, withoutNulls(entry)]),
  );
}

/** RFC 7396 merge, in which tags are replaced as a whole, as Azure Resource Manager's PATCH does it. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) {
    return patch;
  }
  const merged: JsonObject = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) {
      delete merged[key];
    } else {
      merged[key] = key === "tags" ? value : mergePatch(merged[key], value);
    }
  }
  return merged;
}

/** Sets what is absent: objects are completed key by key, everything else is kept when present. */
export function withDefaults(value: JsonObject, defaults: JsonObject): JsonObject {
  const completed: JsonObject = { ...value };
  for (const [key, standard] of Object.entries(defaults)) {
    const present = completed[key];
    if (present === undefined) {
      completed[key] = standard;
    } else if (isObject(present) && isObject(standard)) {
      completed[key] = withDefaults(present, standard);
    }
  }
  return completed;
}
