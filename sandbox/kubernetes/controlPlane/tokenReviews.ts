import Fastify from "fastify";

/** Whom a token of another issuer stands for. */
export interface AuthenticatedUser {
  readonly username: string;
  readonly uid: string;
  readonly groups: readonly string[];
}

/** Answers who presents a token, or undefined when it is not valid. */
export type AuthenticateUser = (token: string) => Promise<AuthenticatedUser | undefined>;

/** The webhook that API servers of clusters with Entra integration ask about tokens they do not know. */
export interface TokenReviewServer {
  readonly url: string;
  close(): Promise<void>;
}

export async function startTokenReviewServer(authenticate: AuthenticateUser): Promise<TokenReviewServer> {
  const server = Fastify();
  server.post<{ Body: { spec?: { token?: string } } }>("/", async ({ body }) => {
    const user = await authenticate(body.spec?.token ?? "");
    return {
      apiVersion: "authentication.k8s.io/v1",
      kind: "TokenReview",
      status: user === undefined ? { authenticated: false } : { authenticated: true, user },
    };
  });
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  server.server.unref();
  return { url, close: () => server.close() };
}
