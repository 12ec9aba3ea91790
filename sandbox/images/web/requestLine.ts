import type { IncomingMessage, ServerResponse } from "node:http";

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

type Answer = Pick<ServerResponse, "statusCode" | "getHeader">;

/** A line of an access log, in the combined format (nginx ngx_http_log_module, log_format combined). */
export function requestLine(request: IncomingMessage, answer: Answer, time: Date): string {
  const { method, url, httpVersion, headers, socket } = request;
  const what = `"${method} ${url} HTTP/${httpVersion}"`;
  const bytes = answer.getHeader("content-length") ?? "-";
  const quoted = (value: string | undefined) => `"${value ?? "-"}"`;
  return [
    `${socket.remoteAddress ?? "-"} - - [${clock(time)}] ${what} ${answer.statusCode} ${bytes as string}`,
    quoted(headers.referer),
    quoted(headers["user-agent"]),
  ].join(" ");
}

/** Such as "30/Nov/2026:18:05:09 +0000". */
function clock(time: Date): string {
  const [, day, clockTime] = /^\d+-\d+-(\d+)T([\d:]+)/.exec(time.toISOString()) ?? [];
  return `${day}/${months[time.getUTCMonth()]}/${time.getUTCFullYear()}:${clockTime} +0000`;
}
