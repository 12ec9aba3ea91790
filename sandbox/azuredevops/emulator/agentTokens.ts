import { createPublicKey, randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { decodeJwt, jwtVerify } from "jose";
import type { Emulator } from "./call";
import type { Agent, OrganizationState } from "./state";
import { sameName } from "./organizations";

const lifetimeSeconds = 3000;

/**
 * Access tokens of registered agents. A listener does not use the credential of its registration: it signs an assertion
 * with its own key and exchanges it (azure-pipelines-agent OAuthCredential.cs). Tokens are not kept over a restart.
 */
export class AgentTokens {
  private readonly issued = new Map<string, { organization: string; agentId: number; expires: number }>();

  constructor(private readonly now: () => Date) {}

  issue(organization: OrganizationState, agent: Agent): string {
    const token = randomBytes(32).toString("base64url");
    const expires = this.now().getTime() + lifetimeSeconds * 1000;
    this.issued.set(token, { organization: organization.name, agentId: agent.id, expires });
    return token;
  }

  /** The agent that a token was issued to, as long as it is registered. */
  verify(organization: OrganizationState, token: string): Agent | undefined {
    const entry = this.issued.get(token);
    if (
      entry === undefined ||
      entry.expires <= this.now().getTime() ||
      !sameName(entry.organization, organization.name)
    ) {
      return undefined;
    }
    return organization.agents.find(({ id }) => id === entry.agentId);
  }
}

/** Where an agent of the organization exchanges its assertion. */
export function authorizationUrl(emulator: Emulator, organization: OrganizationState): string {
  return `${emulator.url()}/${organization.name}/_apis/oauth2/token`;
}

/** `POST {organization}/_apis/oauth2/token` with a client assertion (RFC 7523). */
export function registerAgentTokenRoute(server: FastifyInstance, emulator: Emulator): void {
  server.post<{ Params: { organization: string } }>("/:organization/_apis/oauth2/token", async (request, reply) => {
    const organization = emulator.organizations.find(request.params.organization);
    const form = new URLSearchParams(typeof request.body === "string" ? request.body : "");
    const agent =
      organization && (await assertedAgent(emulator, organization, form.get("client_assertion") ?? undefined));
    if (organization === undefined || agent === undefined) {
      return reply.code(400).send({ error: "invalid_client", error_description: "The client assertion is not valid." });
    }
    return {
      access_token: emulator.agentTokens.issue(organization, agent),
      token_type: "JWT",
      expires_in: lifetimeSeconds,
    };
  });
}

async function assertedAgent(
  emulator: Emulator,
  organization: OrganizationState,
  assertion: string | undefined,
): Promise<Agent | undefined> {
  try {
    const clientId = decodeJwt(assertion ?? "").iss;
    const agent = organization.agents.find((candidate) => candidate.clientId === clientId);
    const { exponent, modulus } = agent?.publicKey ?? {};
    if (agent === undefined || exponent === undefined || modulus === undefined) {
      return undefined;
    }
    const key = createPublicKey({ key: { kty: "RSA", n: base64Url(modulus), e: base64Url(exponent) }, format: "jwk" });
    await jwtVerify(assertion ?? "", key, { audience: authorizationUrl(emulator, organization) });
    return agent;
  } catch {
    return undefined;
  }
}

function base64Url(value: string): string {
  return Buffer.from(value, "base64").toString("base64url");
}
