import {
  createServer,
  request as requestOf,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/** A request that was answered. */
export interface Exchange {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** Whether the supervisor has sent it; else the agent. */
  readonly bySupervisor: boolean;
  readonly body: string;
  readonly status: number;
  readonly answer: string;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly answer: string;
}

/** A front of a service that keeps what was asked and answered. */
export class RecordedService {
  /** In the order of the answers. */
  readonly exchanges: Exchange[] = [];
  /** Told of each request as it comes, and of each exchange before who asked has the answer. */
  watch: { readonly asked?: () => void; readonly answered?: (exchange: Exchange) => void } = {};
  private readonly server: Server;

  private constructor(private readonly serviceUrl: URL) {
    this.server = createServer((incoming, outgoing) => void this.serve(incoming, outgoing));
  }

  static async open(serviceUrl: string): Promise<RecordedService> {
    const front = new RecordedService(new URL(serviceUrl));
    await new Promise<void>((resolve) => front.server.listen(0, "127.0.0.1", resolve));
    return front;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Has the service answer a request. */
  async forward({ method, path, headers, body }: Asked, signal?: AbortSignal): Promise<Answered> {
    this.watch.asked?.();
    const { hostname, port } = this.serviceUrl;
    const inner = await new Promise<IncomingMessage>((resolve, reject) => {
      requestOf({ hostname, port, method, path, headers, agent: false, signal }, resolve)
        .once("error", reject)
        .end(body);
    });
    const answer = await textOf(inner);
    const status = inner.statusCode ?? 0;
    const bySupervisor = headers["user-agent"] === "aks-agents-supervisor";
    const exchange = { method, path, bySupervisor, body, status, answer };
    this.exchanges.push(exchange);
    this.watch.answered?.(exchange);
    return { status, headers: inner.headers, answer };
  }

  private async serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = "", url: path = "", headers } = incoming;
    const giveUp = new AbortController();
    outgoing.once("close", () => giveUp.abort());
    try {
      const asked = { method, path, headers, body: await textOf(incoming) };
      const { status, headers: answered, answer } = await this.forward(asked, giveUp.signal);
      outgoing.writeHead(status, answered).end(answer);
    } catch {
      // Who asked, or the service, has gone.
      outgoing.destroy();
    }
  }
}

async function textOf(stream: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) {
    parts.push(part as Buffer);
  }
  return Buffer.concat(parts).toString("utf8");
}
