import type { Settings } from "../settings";
import type { EnvironmentReader } from "./environmentReader";
import { parseUrl } from "./parseUrl";
import { readCredential } from "./readCredential";
import { readUrl } from "./readUrl";

/** What every command needs that speaks to Azure DevOps. */
export type ConnectionSettings = Pick<
  Settings,
  "url" | "pool" | "credential" | "connectTimeoutMinutes" | "proxyUrl" | "noProxy" | "caBundle" | "logFormat"
>;

export function readConnection(reader: EnvironmentReader): ConnectionSettings {
  return {
    url: readUrl(reader),
    pool: readPool(reader),
    credential: readCredential(reader),
    connectTimeoutMinutes: reader.wholeNumber("AZP_CONNECT_TIMEOUT_MINUTES", { min: 0, max: 1440, default: 10 }),
    proxyUrl: readProxyUrl(reader),
    noProxy: reader.firstOf("no_proxy", "NO_PROXY"),
    caBundle: reader.text("AZP_CA_BUNDLE"),
    logFormat: reader.oneOf("AZP_LOG_FORMAT", ["text", "json"], "text"),
  };
}

/** Any text that a pool can be called: blanks, apostrophes, `&` and letters of all scripts (azure-pipelines-agent#2512). */
function readPool(reader: EnvironmentReader): string {
  const pool = reader.required("AZP_POOL", "the name of the agent pool in the organization");
  if (/\p{Cc}/u.test(pool) || pool.trim() !== pool) {
    reader.problem("AZP_POOL", "begins or ends with a blank, or holds a line break or another control character.");
  }
  return pool;
}

/** The lower-case names go first, as for the agent itself. */
function readProxyUrl(reader: EnvironmentReader): string | undefined {
  const name = ["AZP_PROXY_URL", "https_proxy", "HTTPS_PROXY"].find((known) => reader.text(known) !== undefined);
  if (name === undefined) {
    return undefined;
  }
  const url = parseUrl(reader.text(name) ?? "");
  if (url === undefined || !["http:", "https:"].includes(url.protocol) || !isDecodable(url.username + url.password)) {
    // Not quoted: a proxy's URL may hold a password.
    reader.problem(
      name,
      "is no URL of a proxy. Right would be http://proxy.contoso.com:3128, with %25 for each % of a password.",
    );
    return undefined;
  }
  return url.href;
}

/** A bare % in a password cannot be told from the beginning of an encoded character. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
