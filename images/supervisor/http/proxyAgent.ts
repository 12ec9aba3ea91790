import { HttpsProxyAgent } from "https-proxy-agent";

/** The way through a forward proxy, for one request. User and password in the proxy's URL are sent to it as Basic. */
export function proxyAgent(proxyUrl: string, ca: string[] | undefined): HttpsProxyAgent<string> {
  const url = new URL(proxyUrl);
  const credentials = [url.username, url.password].map(decodeURIComponent).join(":");
  // Not left in the URL: the package writes that to its debug log, which the variable DEBUG switches on.
  url.username = "";
  url.password = "";
  return new HttpsProxyAgent(url.href, {
    keepAlive: false,
    ca,
    ...(credentials !== ":" && {
      headers: { "Proxy-Authorization": `Basic ${Buffer.from(credentials).toString("base64")}` },
    }),
  });
}
