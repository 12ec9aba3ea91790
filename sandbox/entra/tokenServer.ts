import fastify from "fastify";
import { Faults, registerFaults } from "../faults";
import { grantToken } from "./clientCredentials";
import type { Directory } from "./directory";
import { registerDiscovery } from "./discovery";
import type { Exchange } from "./exchangeAssertion";
import type { Federation } from "./federation";
import { sendTokenError } from "./sendTokenError";

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
  for (const [path, version] of tokenPaths) {
    server.post<{ Params: { tenant: string }; Body: unknown }>(path, async (request, reply) => {
      const form = new URLSearchParams(typeof request.body === "string" ? request.body : "");
      const answer = await grantToken(request.params.tenant, form, version, exchange);
      reply.header("cache-control", "no-store").header("pragma", "no-cache");
      return "access_token" in answer ? reply.send(answer) : sendTokenError(answer, reply, exchange.now());
    });
  }
  registerDiscovery(server, options.directory, exchange.now);
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

/** Both versions of the token endpoint. */
const tokenPaths = [
  ["/:tenant/oauth2/v2.0/token", 2],
  ["/:tenant/oauth2/token", 1],
] as const;
