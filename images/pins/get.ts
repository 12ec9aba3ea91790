import { PinError } from "./pinError";

/** Fetches; a server that does not answer is a PinError with its address and the reason that Node hides in `cause`. */
export async function get(url: string, options: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, { signal: AbortSignal.timeout(600_000), ...options });
  } catch (error) {
    throw new PinError(`${url} does not answer: ${reasonOf(error)}`);
  }
}

/** The same, and only success will do. */
export async function getSuccess(url: string, options: RequestInit = {}): Promise<Response> {
  const response = await get(url, options);
  if (response.ok) return response;
  await response.body?.cancel();
  throw new PinError(`${url} answers ${response.status} ${response.statusText}`.trimEnd() + ".");
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
