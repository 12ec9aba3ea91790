import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Which proxy the agent takes, and where it takes none. */
export interface ProxyRoute {
  readonly address?: URL;
  /** Regular expressions over URLs. */
  readonly bypass: readonly RegExp[];
}

/**
 * In this order: what was given to `configure` and saved in `.proxy`, `VSTS_HTTP_PROXY`, lower-case `http_proxy`. `HTTPS_PROXY` is
 * never looked at. `.proxybypass` holds regular expressions, `no_proxy` names (azure-pipelines-agent VstsAgentWebProxy.cs).
 */
export function proxyRoute(root: string, environment: NodeJS.ProcessEnv, given?: string): ProxyRoute {
  const address =
    given ?? firstLine(join(root, ".proxy")) ?? environment["VSTS_HTTP_PROXY"] ?? environment["http_proxy"];
  return {
    address: address === undefined || address === "" ? undefined : proxyUrl(address, environment),
    bypass: [
      ...lines(join(root, ".proxybypass")).map((line) => new RegExp(line, "i")),
      ...(environment["no_proxy"] ?? "").split(",").filter(Boolean).map(hostPattern),
    ],
  };
}

/** The proxy for a URL. Loopback is always reached directly (AgentWebProxy.cs). */
export function proxyFor({ address, bypass }: ProxyRoute, url: URL): URL | undefined {
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(url.hostname);
  return isLoopback || bypass.some((pattern) => pattern.test(url.href)) ? undefined : address;
}

function proxyUrl(address: string, environment: NodeJS.ProcessEnv): URL {
  const url = new URL(address);
  url.username = environment["VSTS_HTTP_PROXY_USERNAME"] ?? url.username;
  url.password = environment["VSTS_HTTP_PROXY_PASSWORD"] ?? url.password;
  return url;
}

/** A name of `no_proxy` means the host and everything below it. */
function hostPattern(name: string): RegExp {
  const host = name
    .trim()
    .replace(/^\*?\./, "")
    .replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`^https?://([^/]+\\.)?${host}([:/]|$)`, "i");
}

function firstLine(file: string): string | undefined {
  return lines(file)[0];
}

function lines(file: string): readonly string[] {
  return existsSync(file)
    ? readFileSync(file, "utf8")
        .split(/\r?\n/)
        .filter((line) => line.trim() !== "")
    : [];
}
