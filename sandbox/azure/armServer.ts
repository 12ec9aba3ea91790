import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { randomUUID } from "node:crypto";
import type { Principal } from "../entra/directory";
import { type Faults, registerFaults } from "../faults";
import { reachedUrl } from "../tls/reachedUrl";
import { parseArmPath } from "./armPath";
import { cloudMetadata } from "./cloudMetadata";
import { blobRoutes } from "./containerRegistry/tasks/blobRoutes";
import { dispatch } from "./dispatch";
import { ArmError } from "./errors";
import type { ArmRequest } from "./resourceType";
import type { Services } from "./services";
import { provisioningState } from "./store";

/** Access tokens are accepted for these, and for the server's own address; clients differ in the trailing slash. */
const audiences = [
  "https://management.azure.com",
  "https://management.azure.com/",
  "https://management.core.windows.net",
  "https://management.core.windows.net/",
];

/** The HTTP side: authentication, error bodies and the sandbox's own requests. */
export async function armServer(services: Services, faults: Faults): Promise<FastifyInstance> {
  const server = fastify({ routerOptions: { maxParamLength: 2000 }, bodyLimit: 4 * 1024 * 1024 });
  server.removeContentTypeParser("application/json");
  server.addContentTypeParser("*", { parseAs: "string" }, (_request, text, done) => {
    done(null, text);
  });
  server.setErrorHandler((error, _request, reply) => sendError(error, reply, services));
  registerFaults(server, faults);
  server.get("/_sandbox/resources", async () => ({
    value: services.store
      .all()
      .map((resource) => ({ id: resource.id, type: resource.type, provisioningState: provisioningState(resource) })),
  }));
  // The one thing that callers ask before they can sign in.
  server.get<{ Querystring: Record<string, string | undefined> }>("/metadata/endpoints", async (request) =>
    cloudMetadata(request.query["api-version"] ?? "", reachedUrl(request.headers), services.settings.loginUrl),
  );
  await blobRoutes(server, services);
  server.all("/*", (request, reply) => answer(request, reply, services));
  return server;
}

async function answer(request: FastifyRequest, reply: FastifyReply, services: Services): Promise<FastifyReply> {
  reply.headers({ "x-ms-request-id": randomUUID(), "x-ms-correlation-request-id": randomUUID() });
  const caller = await authenticate(request, services);
  const { status, body, headers } = await dispatch(armRequest(request, caller), services);
  return reply
    .code(status)
    .headers(headers ?? {})
    .send(body);
}

function armRequest(request: FastifyRequest, caller: Principal): ArmRequest {
  const url = new URL(request.url, "http://localhost");
  const query = Object.fromEntries([...url.searchParams].map(([key, value]) => [key.toLowerCase(), value]));
  const headers = Object.entries(request.headers).flatMap(([key, value]) =>
    typeof value === "string" ? [[key, value] as const] : [],
  );
  return {
    method: request.method,
    path: parseArmPath(request.url),
    apiVersion: query["api-version"] ?? "",
    query,
    headers: Object.fromEntries(headers),
    body: parseBody(request.body),
    caller,
    baseUrl: reachedUrl(request.headers),
    ...(request.operationFault === undefined ? {} : { operationFault: request.operationFault }),
  };
}

function parseBody(text: unknown): unknown {
  if (typeof text !== "string" || text.trim() === "") {
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ArmError(
      400,
      "InvalidRequestContent",
      `The request content was invalid and could not be deserialized: '${String(error)}'.`,
    );
  }
}

async function authenticate(request: FastifyRequest, { directory }: Services): Promise<Principal> {
  const header = request.headers.authorization;
  if (header === undefined) {
    throw new ArmError(401, "AuthenticationFailed", "Authentication failed. The 'Authorization' header is missing.");
  }
  const token = /^Bearer (.+)$/i.exec(header)?.[1];
  if (token === undefined) {
    throw new ArmError(
      401,
      "AuthenticationFailedInvalidHeader",
      "Authentication failed. The 'Authorization' header is provided in an invalid format.",
    );
  }
  const own = reachedUrl(request.headers);
  const principal = await directory.verifyToken(token, [...audiences, own, `${own}/`]);
  if (principal === undefined) {
    throw new ArmError(401, "InvalidAuthenticationToken", "The access token is invalid.");
  }
  return principal;
}

function sendError(error: unknown, reply: FastifyReply, { directory, settings }: Services): FastifyReply {
  if (error instanceof ArmError) {
    if (error.status === 401) {
      reply.header(
        "WWW-Authenticate",
        `Bearer authorization_uri="${settings.loginUrl}/${directory.tenantId}", error="invalid_token", error_description="${error.message.replaceAll('"', "'")}"`,
      );
    }
    return reply.code(error.status).send(error.body());
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return reply.code(500).send({ error: { code: "InternalServerError", message } });
}
