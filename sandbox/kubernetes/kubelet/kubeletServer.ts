import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";

export interface KubeletServerOptions {
  /** PEM files of a certificate and its key; the API server does not verify kubelets. */
  readonly certificateFile: string;
  readonly keyFile: string;
  /** What a container has printed, undefined when there is no such container. */
  readonly logs: (namespace: string, pod: string, container: string) => string | undefined;
}

/** The part of kubelet's own API that `kubectl logs` reaches through the API server, for all nodes of a cluster. */
export interface KubeletServer {
  readonly port: number;
  close(): Promise<void>;
}

type LogParameters = { namespace: string; pod: string; container: string };

export async function startKubeletServer({
  certificateFile,
  keyFile,
  logs,
}: KubeletServerOptions): Promise<KubeletServer> {
  const server = Fastify({ https: { cert: readFileSync(certificateFile), key: readFileSync(keyFile) } });
  server.get<{ Params: LogParameters }>("/containerLogs/:namespace/:pod/:container", async ({ params }, reply) => {
    const text = logs(params.namespace, params.pod, params.container);
    return text === undefined ? reply.code(404).send("no such container\n") : reply.type("text/plain").send(text);
  });
  server.setNotFoundHandler((_, reply) => reply.code(501).send("not offered by a simulated node\n"));
  await server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    close: async () => {
      server.server.closeAllConnections();
      await server.close();
    },
  };
}
