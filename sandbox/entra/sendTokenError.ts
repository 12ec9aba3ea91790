import { randomUUID } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { TokenError } from "./tokenErrors";

/** Answers with a refusal in the form that clients of Entra read. */
export function sendTokenError(
  { status, error, code, text }: TokenError,
  reply: FastifyReply,
  now: Date,
): FastifyReply {
  const [traceId, correlationId] = [randomUUID(), randomUUID()];
  const timestamp = `${now.toISOString().slice(0, 19).replace("T", " ")}Z`;
  return reply.code(status).send({
    error,
    error_description: `AADSTS${code}: ${text} Trace ID: ${traceId} Correlation ID: ${correlationId} Timestamp: ${timestamp}`,
    error_codes: [code],
    timestamp,
    trace_id: traceId,
    correlation_id: correlationId,
    error_uri: `https://login.microsoftonline.com/error?code=${code}`,
  });
}
