import { BlockList, isIP } from "node:net";

/**
 * Whether a URL is reached without the proxy, by a list as in NO_PROXY: `*`, host names, which take their subdomains in
 * (`contoso.com`, `.contoso.com`, `*.contoso.com`), addresses, and ranges such as 10.0.0.0/16, all with or without `:port`.
 * Own code because the packages for it read the process's environment alone, and know no ranges, which AKS writes.
 */
export function bypassesProxy(url: URL, noProxy: string): boolean {
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, "");
  const port = url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port;
  return noProxy
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== "")
    .some((entry) => entry === "*" || matches(entry, host, port));
}

function matches(entry: string, host: string, port: string): boolean {
  const [, name = entry, onlyPort = port] = /^(.*[^:]):(\d+)$/.exec(isIP(entry) === 6 ? "" : entry) ?? [];
  return onlyPort === port && (matchesRange(name, host) || matchesName(name.replace(/^\[|\]$/g, ""), host));
}

function matchesName(name: string, host: string): boolean {
  const domain = name.replace(/^\*?\./, "");
  return host === domain || host.endsWith(`.${domain}`);
}

function matchesRange(range: string, host: string): boolean {
  const [, network = "", prefix = ""] = /^(.+)\/(\d{1,3})$/.exec(range) ?? [];
  const family = isIP(network);
  if (family === 0 || isIP(host) !== family || Number(prefix) > (family === 4 ? 32 : 128)) {
    return false;
  }
  const type = family === 4 ? "ipv4" : "ipv6";
  const list = new BlockList();
  list.addSubnet(network, Number(prefix), type);
  return list.check(host, type);
}
