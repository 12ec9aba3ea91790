import { isRecord } from "../support/propertyValues";

/** Every text in a value that is not inside a secret, and every key. */
export function clearTexts(value: unknown): string[] {
  if (typeof value === "string") {
    return [value];
  }
  if (Array.isArray(value)) {
    return value.flatMap(clearTexts);
  }
  return isRecord(value) ? Object.entries(value).flatMap(([key, entry]) => [key, ...clearTexts(entry)]) : [];
}
