import type { EnvironmentReader } from "./environmentReader";
import { isPrivateTransport } from "./isPrivateTransport";
import { parseUrl } from "./parseUrl";

/** `AZP_URL`: an organization of Azure DevOps, without a slash at the end. Empty when there is a problem. */
export function readUrl(reader: EnvironmentReader): string {
  const text = reader.required(
    "AZP_URL",
    "the URL of the Azure DevOps organization, such as https://dev.azure.com/contoso",
  );
  if (text === "") {
    return "";
  }
  const url = parseUrl(text);
  const problem = url === undefined ? "is no URL. Right would be https://dev.azure.com/contoso." : problemOf(url);
  if (url === undefined || problem !== undefined) {
    reader.problem("AZP_URL", problem ?? "");
    return "";
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

/** Says nothing of the text itself, which may hold a secret. */
function problemOf(url: URL): string | undefined {
  if (url.username !== "" || url.password !== "") {
    return "holds a user or password, which would be logged. Credentials go to AZP_TOKEN_FILE.";
  }
  if (!isPrivateTransport(url)) {
    return `begins with ${url.protocol}//. The token travels in every request: it must be https://.`;
  }
  if (url.search !== "" || url.hash !== "") {
    return "has a part behind ? or #. Right would be https://dev.azure.com/contoso.";
  }
  const segments = url.pathname.split("/").filter((segment) => segment !== "");
  if (url.hostname === "dev.azure.com" && segments.length !== 1) {
    return "must name the organization and nothing else after dev.azure.com: https://dev.azure.com/contoso.";
  }
  return undefined;
}
