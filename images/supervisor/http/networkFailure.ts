import { ServiceCallError } from "../agentService";

/** What the codes of Node's network errors mean to a person. */
const meanings: Readonly<Record<string, string>> = {
  ENOTFOUND: "its name is not resolved",
  EAI_AGAIN: "its name is not resolved",
  ECONNREFUSED: "it refuses the connection",
  ECONNRESET: "it has broken the connection off",
  EPIPE: "it has broken the connection off",
  ETIMEDOUT: "it does not answer in time",
  EHOSTUNREACH: "there is no route to it",
  ENETUNREACH: "there is no route to it",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate comes from an authority that is not trusted (AZP_CA_BUNDLE adds one)",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate comes from an authority that is not trusted (AZP_CA_BUNDLE adds one)",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    "its certificate comes from an authority that is not trusted (AZP_CA_BUNDLE adds one)",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    "its certificate comes from an authority that is not trusted (AZP_CA_BUNDLE adds one)",
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
};

/** The way that a request took. */
export interface Way {
  readonly url: URL;
  readonly proxyUrl?: string;
  /** Whether the proxy has opened the way to the service. */
  readonly isTunnelOpen: boolean;
}

/** A request that got no answer: who does not answer, by which way, and why. */
export function networkFailure({ url, proxyUrl, isTunnelOpen }: Way, error: Error): ServiceCallError {
  if (error instanceof ServiceCallError) {
    return error;
  }
  const code = codeOf(error);
  const reason = `${meanings[code] ?? error.message}${code && ` (${code})`}`;
  const proxy = proxyUrl === undefined ? undefined : proxyName(proxyUrl);
  const silent =
    proxy === undefined
      ? `${url.host} does not answer`
      : isTunnelOpen
        ? `${url.host} does not answer through the proxy ${proxy}`
        : `The proxy ${proxy}, which is the way to ${url.host}, does not answer`;
  return new ServiceCallError("network", `${silent}: ${reason}.`);
}

/** A proxy that does not open a way to the service. */
export function proxyRefusal(url: URL, proxyUrl: string, status: number, statusText: string): ServiceCallError {
  const remedy =
    status === 407 ? " It asks for a user and a password: they belong into AZP_PROXY_URL." : " Ask who runs the proxy.";
  return new ServiceCallError(
    "network",
    `The proxy ${proxyName(proxyUrl)} opens no way to ${url.host}: ${status} ${statusText}.${remedy}`,
  );
}

/** Without user and password. */
function proxyName(proxyUrl: string): string {
  return new URL(proxyUrl).host;
}

function codeOf(error: Error): string {
  // Several addresses of one name fail as one error that holds theirs.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code: unknown = typeof first === "object" && first !== null && "code" in first ? first.code : undefined;
  return typeof code === "string" ? code : "";
}
