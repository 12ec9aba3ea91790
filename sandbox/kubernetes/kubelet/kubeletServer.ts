import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { Readable, type Duplex } from "node:stream";
import Fastify from "fastify";
import { KubeletRefusal, type ContainerTarget, type KubeletApi } from "./kubeletApi";
import { logOptions } from "./processes/logOptions";
import { proxyStreaming } from "./streamingProxy";
import type { StreamingTool } from "./streamingTool";

export interface KubeletServerOptions {
  /** PEM files of a certificate and its key; the API server does not verify kubelets. */
  readonly certificateFile: string;
  readonly keyFile: string;
  readonly api: KubeletApi;
  /** Ends with the server. */
  readonly streaming: StreamingTool;
}

/** The part of kubelet's own API that clients reach through the API server, for all nodes of a cluster. */
export interface KubeletServer {
  readonly port: number;
  close(): Promise<void>;
}

type LogRequest = { Params: ContainerTarget; Querystring: Record<string, string> };

export async function startKubeletServer(options: KubeletServerOptions): Promise<KubeletServer> {
  const { certificateFile, keyFile, api, streaming } = options;
  const server = Fastify({ https: { cert: readFileSync(certificateFile), key: readFileSync(keyFile) } });
  server.setErrorHandler((error, _, reply) =>
    reply
      .code(error instanceof KubeletRefusal ? error.code : 500)
      .type("text/plain")
      .send(error instanceof Error ? error.message : String(error)),
  );
  server.get<LogRequest>("/containerLogs/:namespace/:pod/:container", async ({ params, query }, reply) => {
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort());
    const pieces = api.logs(params, logOptions(query, Date.now()), gone.signal);
    return reply.type("text/plain").send(Readable.from(nonEmpty(pieces), { objectMode: false }));
  });
  server.setNotFoundHandler((_, reply) => reply.code(501).send("not offered by a simulated node\n"));
  server.server.on("upgrade", (request, socket: Duplex, head: Buffer) => {
    void proxyStreaming(request, socket, head, { api, tool: streaming });
  });
  await server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    close: async () => {
      await streaming.stop();
      server.server.closeAllConnections();
      await server.close();
    },
  };
}

/** An empty piece would end the stream. */
async function* nonEmpty(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) {
    if (piece !== "") {
      yield piece;
    }
  }
}
