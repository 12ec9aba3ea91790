import { readFileSync } from "node:fs";
import { Agent as HttpAgent, request as requestPlain, type IncomingHttpHeaders } from "node:http";
import { Agent as HttpsAgent, request as requestSecure } from "node:https";
import { rootCertificates } from "node:tls";
import { SupervisorError } from "../supervisorError";
import { bypassesProxy } from "./bypassesProxy";
import { networkFailure, proxyRefusal } from "./networkFailure";
import { proxyAgent } from "./proxyAgent";

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface HttpOptions {
  /** With user and password in it where the proxy asks for them. */
  readonly proxyUrl?: string;
  /** As in NO_PROXY. */
  readonly noProxy?: string;
  /** PEM file of certificate authorities that are trusted besides those of Node. */
  readonly caBundle?: string;
  /** PEM text of the only certificate authorities that are trusted. */
  readonly onlyCa?: string;
  /** Until a connection stands, with TLS and through the proxy. Default 20. */
  readonly connectSeconds?: number;
  /** Until the whole answer is there. Default 60. */
  readonly answerSeconds?: number;
}

/** One request: follows no redirect, keeps no connection open. @throws ServiceCallError `network` */
export type HttpClient = (request: HttpRequest) => Promise<HttpAnswer>;

/** @throws SupervisorError `configuration` when the CA bundle cannot be read or holds no certificate */
export function createHttpClient(options: HttpOptions = {}): HttpClient {
  const ca = trustedAuthorities(options);
  const timing = { connectSeconds: options.connectSeconds ?? 20, answerSeconds: options.answerSeconds ?? 60 };
  const proxyFor = (url: URL) =>
    options.proxyUrl === undefined || bypassesProxy(url, options.noProxy ?? "") ? undefined : options.proxyUrl;
  return (request) => {
    const url = new URL(request.url);
    return exchange(request, url, { ...timing, ca, proxyUrl: proxyFor(url) });
  };
}

interface Route {
  readonly proxyUrl?: string;
  readonly ca?: readonly string[];
  readonly connectSeconds: number;
  readonly answerSeconds: number;
}

function exchange(request: HttpRequest, url: URL, route: Route): Promise<HttpAnswer> {
  const { proxyUrl, connectSeconds, answerSeconds } = route;
  const ca = route.ca && [...route.ca];
  const isSecure = url.protocol === "https:";
  const direct = isSecure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false });
  const agent = proxyUrl === undefined ? direct : proxyAgent(proxyUrl, ca);
  return new Promise((resolve, reject) => {
    let isTunnelOpen = false;
    const outgoing = (isSecure ? requestSecure : requestPlain)(url, {
      method: request.method,
      headers: {
        ...request.headers,
        ...(request.body !== undefined && { "content-length": byteLength(request.body) }),
      },
      agent,
      signal: request.signal,
      ...(isSecure && { ca }),
    });
    const giveUp = (seconds: number, what: string) =>
      setTimeout(() => outgoing.destroy(new Error(`${what} within ${seconds} seconds`)), seconds * 1000);
    const connecting = giveUp(connectSeconds, "no connection");
    const answering = giveUp(answerSeconds, "no complete answer");
    const fail = (error: Error) => {
      clearTimeout(connecting);
      clearTimeout(answering);
      reject(request.signal?.aborted ? error : networkFailure({ url, proxyUrl, isTunnelOpen }, error));
    };
    outgoing.on("socket", (socket) => {
      if (isSecure || socket.connecting) {
        socket.once(isSecure ? "secureConnect" : "connect", () => clearTimeout(connecting));
      } else {
        clearTimeout(connecting);
      }
    });
    outgoing.on("proxyConnect", ({ statusCode, statusText }: { statusCode: number; statusText: string }) => {
      isTunnelOpen = statusCode === 200;
      if (!isTunnelOpen) {
        outgoing.destroy(proxyRefusal(url, proxyUrl ?? "", statusCode, statusText));
      }
    });
    outgoing.on("error", fail);
    outgoing.on("response", (incoming) => {
      clearTimeout(connecting);
      const parts: Buffer[] = [];
      incoming.on("data", (part: Buffer) => parts.push(part));
      incoming.on("error", fail);
      incoming.on("end", () => {
        clearTimeout(answering);
        const text = Buffer.concat(parts).toString("utf8");
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text });
      });
    });
    outgoing.end(request.body);
  });
}

function byteLength(text: string): string {
  return String(Buffer.byteLength(text));
}

/** Undefined: what Node trusts by itself, NODE_EXTRA_CA_CERTS included. */
function trustedAuthorities({ caBundle, onlyCa }: HttpOptions): readonly string[] | undefined {
  if (onlyCa !== undefined) {
    return [onlyCa];
  }
  return caBundle === undefined ? undefined : [...rootCertificates, bundleIn(caBundle)];
}

function bundleIn(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new SupervisorError("configuration", `AZP_CA_BUNDLE: ${path} cannot be read: ${String(error)}`);
  }
  if (!text.includes("-----BEGIN CERTIFICATE-----")) {
    throw new SupervisorError("configuration", `AZP_CA_BUNDLE: ${path} holds no certificate in PEM form.`);
  }
  return text;
}
