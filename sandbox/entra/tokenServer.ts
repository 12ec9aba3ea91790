import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import fastify, { type FastifyReply } from "fastify";
import { Faults, registerFaults } from "../faults";
import type { Directory, Principal } from "./directory";
import { registerDiscovery } from "./discovery";
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

/** Starts Entra's token endpoint on loopback: the client credentials grant with a client assertion or a client secret. */
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
  registerDiscovery(server, options.directory);
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
  const principal = await authenticateClient(form, exchange);
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

async function authenticateClient(form: URLSearchParams, exchange: Exchange): Promise<Principal | TokenError> {
  const clientId = form.get("client_id") ?? "";
  const [assertion, secret] = [form.get("client_assertion"), form.get("client_secret")];
  return assertion === null
    ? checkSecret(clientId, secret ?? "", exchange.directory)
    : exchangeAssertion(clientId, assertion, exchange);
}

/** Only the principal that deploys has a secret: managed identities have none. */
function checkSecret(clientId: string, secret: string, directory: Directory): Principal | TokenError {
  const principal = directory.principalOfClient(clientId);
  if (principal === undefined) {
    return tokenErrors.unknownClient(clientId, directory.tenantId);
  }
  const isRight = principal.objectId === directory.deployer.objectId && isSame(secret, directory.deployerSecret);
  return isRight ? principal : tokenErrors.invalidSecret(clientId);
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
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
  const isAssertion = form.get("client_assertion") !== null && form.get("client_assertion_type") === assertionType;
  return isAssertion || form.get("client_secret") !== null ? undefined : tokenErrors.missingCredential();
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
