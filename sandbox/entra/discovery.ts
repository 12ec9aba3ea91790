import type { FastifyInstance, FastifyRequest } from "fastify";
import { reachedUrl } from "../tls/reachedUrl";
import type { Directory } from "./directory";

type OfTenant = FastifyRequest<{ Params: { tenant: string } }>;

/** Serves what clients ask before they sign in: the endpoints and keys of the tenant, and which hosts are one cloud. */
export function registerDiscovery(server: FastifyInstance, directory: Directory): void {
  server.get("/:tenant/v2.0/.well-known/openid-configuration", async (request: OfTenant) =>
    openIdConfiguration(request, {
      issuer: directory.idTokenIssuer,
      tokenPath: "oauth2/v2.0/token",
      keysPath: "discovery/v2.0/keys",
    }),
  );
  server.get("/:tenant/.well-known/openid-configuration", async (request: OfTenant) =>
    openIdConfiguration(request, {
      issuer: `https://sts.windows.net/${directory.tenantId}/`,
      tokenPath: "oauth2/token",
      keysPath: "discovery/keys",
    }),
  );
  server.get("/:tenant/discovery/v2.0/keys", () => directory.keys());
  server.get("/:tenant/discovery/keys", () => directory.keys());
  server.get("/common/discovery/instance", async (request) => ({
    tenant_discovery_endpoint: `${reachedUrl(request.headers)}/${directory.tenantId}/v2.0/.well-known/openid-configuration`,
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

/** OpenID Connect Discovery 1.0, as far as Entra fills it for clients that sign in without a person. */
function openIdConfiguration(
  request: OfTenant,
  { issuer, tokenPath, keysPath }: { issuer: string; tokenPath: string; keysPath: string },
): Record<string, unknown> {
  const tenantUrl = `${reachedUrl(request.headers)}/${request.params.tenant}`;
  return {
    token_endpoint: `${tenantUrl}/${tokenPath}`,
    token_endpoint_auth_methods_supported: ["client_secret_post", "private_key_jwt", "client_secret_basic"],
    jwks_uri: `${tenantUrl}/${keysPath}`,
    authorization_endpoint: `${tenantUrl}/${tokenPath.replace(/token$/, "authorize")}`,
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
