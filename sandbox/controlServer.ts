import { randomBytes } from "node:crypto";
import Fastify from "fastify";
import type { EmbeddedClusterRuntime } from "./kubernetes/createClusterRuntime";

/** What only the sandbox's own commands may ask: an administrator's way into a cluster, whatever its accounts are, and to its pods. */
export interface ControlServer {
  readonly url: string;
  /** Bearer token of its requests. */
  readonly key: string;
  close(): Promise<void>;
}

export async function startControlServer(
  clusters: Pick<EmbeddedClusterRuntime, "kubeconfig" | "podAddresses">,
): Promise<ControlServer> {
  const key = randomBytes(24).toString("hex");
  const server = Fastify();
  server.addHook("onRequest", async (request, reply) =>
    request.headers.authorization === `Bearer ${key}` ? undefined : reply.code(401).send(),
  );
  server.get<{ Querystring: { cluster: string } }>("/kubeconfig", async ({ query }) =>
    clusters.kubeconfig(query.cluster, "admin"),
  );
  server.get<{ Querystring: { cluster: string } }>("/pod-addresses", async ({ query }) =>
    clusters.podAddresses(query.cluster),
  );
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  return { url, key, close: () => server.close() };
}
