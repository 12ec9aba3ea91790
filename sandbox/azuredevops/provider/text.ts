/** A property that is text or a number, as text; anything else, as well as an absent one, is empty. */
export function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
