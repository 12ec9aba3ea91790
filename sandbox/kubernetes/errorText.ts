import { ApiException } from "@kubernetes/client-node";

/** What went wrong in one line: the API server's own message where it has answered. */
export function errorText(error: unknown): string {
  if (error instanceof ApiException) {
    return `${error.code} ${serverMessage(error.body) ?? error.message}`;
  }
  return error instanceof Error ? error.message : String(error);
}

function serverMessage(body: unknown): string | undefined {
  try {
    const status: unknown = typeof body === "string" ? JSON.parse(body) : body;
    return typeof status === "object" && status !== null && "message" in status ? String(status.message) : undefined;
  } catch {
    return undefined;
  }
}
