import type { IncomingHttpHeaders } from "node:http";

/** How a client reaches the server that has these headers in a request: through a TLS front, where there is one. Without a trailing slash. */
export function reachedUrl(headers: IncomingHttpHeaders): string {
  const forwarded = (name: string) => {
    const value = headers[name];
    return typeof value === "string" ? value : undefined;
  };
  const protocol = forwarded("x-forwarded-proto") ?? "http";
  return `${protocol}://${forwarded("x-forwarded-host") ?? headers.host ?? "127.0.0.1"}`;
}
