/**
 * Seconds that an answer asks to wait with Retry-After, which is a number of seconds or a date (RFC 9110, 10.2.3).
 * Undefined when it asks for nothing, or for nothing that makes sense.
 */
export function retryAfterSeconds(header: string | undefined, nowMilliseconds: number): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) {
    return Number(text);
  }
  const date = text.endsWith("GMT") ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - nowMilliseconds) / 1000));
}
