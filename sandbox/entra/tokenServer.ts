import { randomUUID } from "node:crypto";
import fastify, { type FastifyReply } from "fastify";
import { Faults, registerFaults } from "../faults";
import type { Directory } from "./directory";
import { exchangeAssertion, type Exchange } from "./exchangeAssertion";
import type { Federation } from "./federation";
import { type TokenError, tokenErrors } from "./tokenErrors";

export interface TokenServerOptions {
  readonly directory: Directory;
  readonly federation: Federation;
  /** How long a fresh federated credential stays unknown: on the service, minutes. Default 0. */
  readonly federationDelaySeconds?: number;
  /** Default: the machine's clock. */
  readonly now?: () => Date;
}

export interface TokenServer {
  /** Stands for `https://login.microsoftonline.com`. Without a trailing slash. */
  readonly url: string;
  readonly faults: Faults;
  close(): Promise<void>;
}

/** RFC 7523, 2.2. */
const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** Entra names a life of 60 to 90 minutes (entra-docs identity-platform/access-tokens); the directory's tokens live an hour. */
const lifeSeconds = 3599;

/** Starts Entra's token endpoint on loopback: the client credentials grant with a client assertion, which is all that workload identities use. */
export async function startTokenServer(options: TokenServerOptions): Promise<TokenServer> {
  const exchange: Exchange = {
    directory: options.directory,
    federation: options.federation,
    federationDelaySeconds: options.federationDelaySeconds ?? 0,
    now: options.now ?? (() => new Date()),
  };
  const faults = new Faults();
  const server = fastify();
  server.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, text, done) => {
    done(null, text);
  });
  registerFaults(server, faults);
  server.post<{ Params: { tenant: string }; Body: unknown }>("/:tenant/oauth2/v2.0/token", async (request, reply) => {
    const form = new URLSearchParams(typeof request.body === "string" ? request.body : "");
    const answer = await answerTo(request.params.tenant, form, exchange);
    reply.header("cache-control", "no-store").header("pragma", "no-cache");
    return "access_token" in answer ? reply.send(answer) : sendError(answer, reply, exchange.now());
  });
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  return {
    url,
    faults,
    close: async () => {
      server.server.closeAllConnections();
      await server.close();
    },
  };
}

interface Grant {
  readonly token_type: "Bearer";
  readonly expires_in: number;
  readonly ext_expires_in: number;
  readonly access_token: string;
}

async function answerTo(tenant: string, form: URLSearchParams, exchange: Exchange): Promise<Grant | TokenError> {
  const { directory } = exchange;
  if (tenant.toLowerCase() !== directory.tenantId) {
    return tokenErrors.unknownTenant(tenant);
  }
  const problem = formProblem(form);
  if (problem !== undefined) {
    return problem;
  }
  const principal = await exchangeAssertion(form.get("client_id") ?? "", form.get("client_assertion") ?? "", exchange);
  if ("error" in principal) {
    return principal;
  }
  return {
    token_type: "Bearer",
    expires_in: lifeSeconds,
    ext_expires_in: lifeSeconds,
    access_token: await directory.issueToken(principal.objectId, resourceOf(form.get("scope") ?? "")),
  };
}

/** The resource that a scope asks for all of. */
const resourceOf = (scope: string) => scope.replace(/\/\.default$/, "");

function formProblem(form: URLSearchParams): TokenError | undefined {
  const [grant, clientId, scope] = [form.get("grant_type"), form.get("client_id"), form.get("scope")];
  if (grant === null) {
    return tokenErrors.missingParameter("grant_type");
  }
  if (grant !== "client_credentials") {
    return tokenErrors.unsupportedGrant(grant);
  }
  if (clientId === null) {
    return tokenErrors.missingParameter("client_id");
  }
  if (scope === null) {
    return tokenErrors.missingParameter("scope");
  }
  if (!/^\S+\/\.default$/.test(scope)) {
    return tokenErrors.invalidScope(scope);
  }
  if (form.get("client_assertion") !== null && form.get("client_assertion_type") === assertionType) {
    return undefined;
  }
  return form.get("client_secret") === null ? tokenErrors.missingCredential() : tokenErrors.invalidSecret(clientId);
}

function sendError({ status, error, code, text }: TokenError, reply: FastifyReply, now: Date): FastifyReply {
  const [traceId, correlationId] = [randomUUID(), randomUUID()];
  const timestamp = `${now.toISOString().slice(0, 19).replace("T", " ")}Z`;
  return reply.code(status).send({
    error,
    error_description: `AADSTS${code}: ${text} Trace ID: ${traceId} Correlation ID: ${correlationId} Timestamp: ${timestamp}`,
    error_codes: [code],
    timestamp,
    trace_id: traceId,
    correlation_id: correlationId,
  });
}
