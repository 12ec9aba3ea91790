import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { reachedUrl } from "../tls/reachedUrl";
import type { Directory } from "./directory";
import { sendTokenError } from "./sendTokenError";
import { tokenErrors } from "./tokenErrors";

type OfTenant = FastifyRequest<{ Params: { tenant: string } }>;

/** Serves what clients ask before they sign in: the endpoints and keys of the tenant, and which hosts are one cloud. */
export function registerDiscovery(server: FastifyInstance, directory: Directory, now: () => Date): void {
  const ofTenant = (answer: (request: OfTenant) => unknown) => async (request: OfTenant, reply: FastifyReply) => {
    const { tenant } = request.params;
    const isKnown = [directory.tenantId, "common", "organizations"].includes(tenant.toLowerCase());
    return isKnown
      ? answer(request)
      : sendTokenError({ ...tokenErrors.unknownTenant(tenant), error: "invalid_tenant" }, reply, now());
  };
  for (const { prefix, issuer } of versions) {
    server.get(
      `/:tenant${prefix}/.well-known/openid-configuration`,
      ofTenant((request) => openIdConfiguration(request, prefix, issuer(directory))),
    );
    server.get(
      `/:tenant/discovery${prefix}/keys`,
      ofTenant(() => directory.keys()),
    );
  }
  server.get("/common/discovery/instance", async ({ headers }) => ({
    tenant_discovery_endpoint: `${reachedUrl(headers)}/${directory.tenantId}/v2.0/.well-known/openid-configuration`,
    "api-version": "1.1",
    metadata: [
      {
        preferred_network: "login.microsoftonline.com",
        preferred_cache: "login.windows.net",
        aliases: ["login.microsoftonline.com", "login.windows.net", "login.microsoft.com", "sts.windows.net"],
      },
    ],
  }));
}

/** Both versions of Entra's endpoints, by what their paths have in front. */
const versions: readonly { readonly prefix: string; readonly issuer: (directory: Directory) => string }[] = [
  { prefix: "", issuer: ({ tenantId }) => `https://sts.windows.net/${tenantId}/` },
  { prefix: "/v2.0", issuer: ({ idTokenIssuer }) => idTokenIssuer },
];

/** OpenID Connect Discovery 1.0, as far as Entra fills it for clients that sign in without a person. */
function openIdConfiguration({ headers, params }: OfTenant, prefix: string, issuer: string): Record<string, unknown> {
  const tenantUrl = `${reachedUrl(headers)}/${params.tenant}`;
  return {
    token_endpoint: `${tenantUrl}/oauth2${prefix}/token`,
    token_endpoint_auth_methods_supported: ["client_secret_post", "private_key_jwt", "client_secret_basic"],
    jwks_uri: `${tenantUrl}/discovery${prefix}/keys`,
    authorization_endpoint: `${tenantUrl}/oauth2${prefix}/authorize`,
    response_modes_supported: ["query", "fragment", "form_post"],
    subject_types_supported: ["pairwise"],
    id_token_signing_alg_values_supported: ["RS256"],
    response_types_supported: ["code", "id_token", "code id_token", "id_token token"],
    scopes_supported: ["openid", "profile", "email", "offline_access"],
    issuer,
    tenant_region_scope: null,
    cloud_instance_name: "microsoftonline.com",
    cloud_graph_host_name: "graph.windows.net",
    msgraph_host: "graph.microsoft.com",
  };
}
