import * as http from "node:http";
import * as https from "node:https";
import { HttpsProxyAgent } from "https-proxy-agent";
import { proxyFor, type ProxyRoute } from "./proxyRoute";

export interface HttpRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends the request, which is rejected then. */
  readonly signal?: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** No request of the listener may take longer: its long poll is answered within 50 seconds. */
const limitMilliseconds = 100_000;

/** HTTP with the agent's own rules for proxies and trust, which are not Node's. */
export class HttpClient {
  constructor(
    private readonly route: ProxyRoute,
    private readonly authorities: string[],
  ) {}

  send(request: HttpRequest): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const outgoing = this.open(request, (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("error", reject);
        incoming.on("end", () =>
          resolve({
            status: incoming.statusCode ?? 0,
            contentType: incoming.headers["content-type"] ?? "",
            text: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      });
      outgoing.on("error", reject);
      outgoing.setTimeout(limitMilliseconds, () => outgoing.destroy(new Error(`No answer from ${request.url.host}.`)));
      outgoing.end(request.body);
    });
  }

  private open(
    { method, url, headers, body, signal }: HttpRequest,
    answered: (incoming: http.IncomingMessage) => void,
  ): http.ClientRequest {
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const options = { method, signal, headers: { ...headers, ...length } };
    const proxy = proxyFor(this.route, url);
    if (url.protocol === "https:") {
      const agent = proxy && new HttpsProxyAgent(proxy, { ca: this.authorities });
      return https.request(url, { ...options, agent, ca: this.authorities }, answered);
    }
    if (proxy === undefined) {
      return http.request(url, options, answered);
    }
    const headersForProxy = { ...options.headers, host: url.host, ...proxyAuthorization(proxy) };
    return http.request(
      { ...options, host: proxy.hostname, port: proxy.port, path: url.href, headers: headersForProxy },
      answered,
    );
  }
}

function proxyAuthorization({ username, password }: URL): Record<string, string> {
  const credential = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return username === "" ? {} : { "proxy-authorization": `Basic ${Buffer.from(credential).toString("base64")}` };
}
