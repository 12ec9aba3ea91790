const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Rules for single inputs, with the texts of the official provider's validation (terraform-plugin-sdk helper/validation). */
export const uuid = (name: string) => (value: unknown) =>
  uuidPattern.test(String(value)) ? undefined : `expected "${name}" to be a valid UUID, got ${String(value)}`;

export const notBlank = (name: string) => (value: unknown) =>
  String(value).trim() === "" ? `expected "${name}" to not be an empty string or whitespace` : undefined;

export const oneOf =
  (name: string, allowed: readonly string[], caseSensitive = true) =>
  (value: unknown) =>
    allowed.some((word) => word === value || (!caseSensitive && sameText(word, value)))
      ? undefined
      : `expected ${name} to be one of [${allowed.map((word) => `"${word}"`).join(" ")}], got ${String(value)}`;

export function sameText(before: unknown, after: unknown): boolean {
  return String(before).toLowerCase() === String(after).toLowerCase();
}
