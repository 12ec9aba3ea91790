import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Principal } from "../../entra/directory";
import { Call, type Emulator } from "./call";
import { scopeAllows } from "./scopes";
import { ServiceError, serviceErrors } from "./serviceError";
import type { OrganizationState } from "./state";

/** Application id of Azure DevOps in Entra (learn.microsoft.com, service principals and managed identities). */
export const azureDevOpsAudience = "499b84ac-1321-427f-aa17-267ca6975798";

const anonymous = "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa";

/** Where tokens are made: by the assertion in the body, and by the access token of a job, which opens nothing else. */
const tokenPath =
  /^\/[^/]+\/(_apis\/oauth2\/token|[^/]+\/_apis\/distributedtask\/hubs\/[^/]+\/plans\/[^/]+\/jobs\/[^/]+\/oidctoken)(\?|$)/i;

/** An answer that the service gives as a web page, because it takes the caller for a browser. */
class WebPage {
  constructor(
    readonly status: number,
    readonly title: string,
  ) {}
}

/** Refuses every request under an organization's path that no known identity makes, before any route sees it. */
export function registerAuthentication(server: FastifyInstance, emulator: Emulator): void {
  server.addHook("onRequest", async (request, reply) => {
    if (request.url.startsWith("/_sandbox/") || tokenPath.test(request.url)) {
      return undefined;
    }
    const outcome = await authenticate(request, emulator);
    if (outcome instanceof Call) {
      request.azureDevOpsCall = outcome;
      return undefined;
    }
    return refuse(reply, outcome, emulator);
  });
}

async function authenticate(request: FastifyRequest, emulator: Emulator): Promise<Call | ServiceError | WebPage> {
  const organization = emulator.organizations.find(decodeURIComponent(request.url.split(/[/?]/)[1] ?? ""));
  if (organization === undefined) {
    return new WebPage(404, "Azure DevOps Services | 404 - Page not found");
  }
  const credential = credentialOf(request.headers.authorization);
  if (credential === undefined) {
    // kedacore/keda treats the page as success until it parses it; the agent asks for a plain 401.
    return request.headers["x-tfs-fedauthredirect"] === "Suppress"
      ? serviceErrors.unauthorized(anonymous)
      : new WebPage(203, "Azure DevOps Services | Sign In");
  }
  const agent = emulator.agentTokens.verify(organization, credential.secret);
  if (agent !== undefined) {
    return new Call(organization, { kind: "agent", agent });
  }
  if (credential.kind === "basic" && !isJwt(credential.secret)) {
    return personalAccess(request, organization, credential.secret, emulator);
  }
  const principal = await emulator.directory.verifyToken(credential.secret, [
    azureDevOpsAudience,
    `${azureDevOpsAudience}/.default`,
  ]);
  if (principal === undefined) {
    return new WebPage(401, "Azure DevOps Services | Sign In");
  }
  return (
    memberCall(organization, principal) ?? serviceErrors.neverSignedIn(emulator.directory.tenantId, principal.objectId)
  );
}

function personalAccess(
  request: FastifyRequest,
  organization: OrganizationState,
  secret: string,
  emulator: Emulator,
): Call | ServiceError | WebPage {
  const hash = hashOfToken(secret);
  const token = organization.personalAccessTokens.find((candidate) => candidate.hash === hash);
  const owner = token === undefined ? undefined : emulator.directory.principal(token.ownerObjectId);
  if (token === undefined || owner === undefined) {
    return new WebPage(401, "Access Denied: The Personal Access Token is not valid.");
  }
  if (new Date(token.validTo) <= emulator.now()) {
    return new WebPage(401, "Access Denied: The Personal Access Token used has expired.");
  }
  if (!scopeAllows(token.scopes, request.method, request.url)) {
    return serviceErrors.scopeMissing();
  }
  return memberCall(organization, owner) ?? serviceErrors.unauthorized(owner.objectId);
}

function memberCall(organization: OrganizationState, principal: Principal): Call | undefined {
  const member = organization.members.find(({ objectId }) => objectId === principal.objectId);
  return member === undefined ? undefined : new Call(organization, { kind: "member", member, principal });
}

function credentialOf(header: string | undefined): { kind: "basic" | "bearer"; secret: string } | undefined {
  const [scheme, value] = (header ?? "").split(" ");
  if (value === undefined) {
    return undefined;
  }
  if (scheme?.toLowerCase() === "bearer") {
    return { kind: "bearer", secret: value };
  }
  const decoded = Buffer.from(value, "base64").toString("utf8");
  const secret = decoded.slice(decoded.indexOf(":") + 1);
  return secret === "" ? undefined : { kind: "basic", secret };
}

/** The agent sends an Entra token where a personal access token is expected; both are told apart by their form. */
function isJwt(secret: string): boolean {
  return secret.split(".").length === 3;
}

export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

function refuse(reply: FastifyReply, outcome: ServiceError | WebPage, emulator: Emulator): FastifyReply {
  if (outcome.status === 401) {
    void reply.header("www-authenticate", [
      `Bearer authorization_uri=https://login.windows.net/${emulator.directory.tenantId}`,
      'Basic realm="https://tfsproduks1.visualstudio.com/"',
      "TFS-Federated",
    ]);
  }
  if (outcome instanceof ServiceError) {
    return reply
      .code(outcome.status)
      .header("x-tfs-serviceerror", encodeURIComponent(outcome.message))
      .send(outcome.body);
  }
  return reply
    .code(outcome.status)
    .type("text/html; charset=utf-8")
    .send(`<!DOCTYPE html>\r\n<html lang="en-US"><head><title>${outcome.title}</title></head><body></body></html>\r\n`);
}
