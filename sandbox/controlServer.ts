import { randomBytes } from "node:crypto";
import Fastify from "fastify";
import type { ClusterRuntime } from "./kubernetes/clusterRuntime";

/** What only the sandbox's own commands may ask: an administrator's way into a cluster, whatever its accounts are. */
export interface ControlServer {
  readonly url: string;
  /** Bearer token of its requests. */
  readonly key: string;
  close(): Promise<void>;
}

export async function startControlServer(clusters: ClusterRuntime): Promise<ControlServer> {
  const key = randomBytes(24).toString("hex");
  const server = Fastify();
  server.addHook("onRequest", async (request, reply) =>
    request.headers.authorization === `Bearer ${key}` ? undefined : reply.code(401).send(),
  );
  server.get<{ Querystring: { cluster: string } }>("/kubeconfig", async ({ query }) =>
    clusters.kubeconfig(query.cluster, "admin"),
  );
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  return { url, key, close: () => server.close() };
}
