import { type IncomingHttpHeaders, type IncomingMessage, request as httpRequest, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";
import type { CertificateAuthority } from "./certificateAuthority";

export interface TlsFrontOptions {
  /** Server on loopback that answers, such as `http://127.0.0.1:4711`. */
  readonly target: string;
  readonly authority: CertificateAuthority;
  /** Further names by which clients reach the front, besides 127.0.0.1 and localhost. */
  readonly names?: readonly string[];
}

export interface TlsFront {
  /** `https://127.0.0.1:<port>`, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Ends TLS before an HTTP server on loopback. Bodies pass through as they come, both ways and of any size. The server learns from
 * `x-forwarded-proto` and `x-forwarded-host` how the client reached it, so that its links lead back through the front.
 */
export async function startTlsFront({ target, authority, names = [] }: TlsFrontOptions): Promise<TlsFront> {
  const certificate = authority.issue(["127.0.0.1", "localhost", ...names]);
  // A large upload may take longer than the five minutes that Node allows for a request.
  const server = createServer({ ...certificate, requestTimeout: 0 }, (request, response) =>
    forward(request, response, new URL(target)),
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function forward(request: IncomingMessage, response: ServerResponse, target: URL): void {
  const { method, url: path, headers } = request;
  const onward = httpRequest({
    host: target.hostname,
    port: target.port,
    ...(method === undefined ? {} : { method }),
    ...(path === undefined ? {} : { path }),
    headers: {
      ...endToEnd(headers),
      "x-forwarded-proto": "https",
      "x-forwarded-host": headers.host ?? "",
      // Told to close, a server that answers before the whole body is there cuts the connection, and its answer may be lost.
      connection: "keep-alive",
    },
    // The server behind may close an idle connection at any time: no request shall meet such a one.
    agent: false,
  });
  onward.on("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, endToEnd(answer.headers));
    pipeline(answer, response, () => undefined);
  });
  onward.on("error", (error) => {
    request.unpipe(onward).resume();
    if (!response.headersSent) {
      fail(response, error);
    }
  });
  request.pipe(onward);
  // Who has left waits for no answer.
  response.on("close", () => onward.destroy());
}

/** Headers that concern one connection only (RFC 9110, 7.6.1). Node sets those of the next one. */
const hopByHop = new Set(["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade", "expect"]);

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)));
}

function fail(response: ServerResponse, { message }: Error): void {
  response.writeHead(502, { "content-type": "text/plain" }).end(`The server behind this address failed: ${message}\n`);
}
