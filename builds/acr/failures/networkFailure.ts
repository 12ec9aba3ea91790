import { BuildError } from "../../buildError";

/** Codes of Node for a server that is not reached, and of TLS for one that is not trusted. */
const unreachable =
  /^(REQUEST_SEND_ERROR|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EPIPE)$/;
const untrusted =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT.*|CERT_.*|ERR_TLS_.*)$/;

/** A server that was not reached, or undefined when the failure is another. */
export function networkFailure(error: unknown, doing: string, host: string): BuildError | undefined {
  const code = codeOf(error);
  if (untrusted.test(code)) {
    return new BuildError(
      "untrusted-server",
      `The certificate of ${host} is not trusted (${code}), ${doing}.`,
      "Where a proxy inspects TLS, or the authority is your own, name the authority's file in NODE_EXTRA_CA_CERTS.",
    );
  }
  return unreachable.test(code)
    ? new BuildError(
        "network",
        `${host} was not reached (${code}), ${doing}.`,
        "Check the network and its firewall: the resource manager, the sign-in and the task service's storage are reached by HTTPS; a proxy is named in HTTPS_PROXY.",
      )
    : undefined;
}

/** The SDKs wrap the error of the connection, sometimes twice. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return "";
  }
  const { code, cause } = error as Error & { code?: unknown };
  const own = typeof code === "string" ? code : "";
  const inner = cause === undefined ? "" : codeOf(cause);
  return inner !== "" && (own === "" || own === "REQUEST_SEND_ERROR") ? inner : own;
}
