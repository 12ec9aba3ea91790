import { everyClass, type Complaint, type Rule } from "./rule";

export const proxyRules: readonly Rule[] = [
  {
    code: "proxy-url",
    severity: "refusal",
    check: (input) =>
      everyClass(input, ({ proxy }, path) => {
        const url = parsed(proxy?.url);
        if (proxy === undefined || (url !== undefined && (hasCredentials(url) || isProxyUrl(url)))) return [];
        return [
          {
            path: `${path}.proxy.url`,
            // Not quoted: it may hold a password all the same.
            message: "This is no URL of a proxy.",
            remedy: "Write scheme, host and port alone, such as http://proxy.contoso.example:3128.",
          },
        ];
      }),
  },
  {
    // F24: what stands here ends up in stack file, state, pod and in the environment of every job.
    code: "proxy-credentials",
    severity: "refusal",
    check: (input) =>
      everyClass(input, ({ proxy }, path) => {
        const url = parsed(proxy?.url);
        if (url === undefined || !hasCredentials(url)) return [];
        return [
          {
            path: `${path}.proxy.url`,
            message:
              "The URL holds a user or a password: it would stand in the stack file and the state in plain text, and every job could read it.",
            remedy:
              "Leave them out, change the password, and let the proxy admit the nodes by their address: proxies with sign-in are not supported.",
          },
        ];
      }),
  },
  {
    code: "proxy-no-proxy",
    severity: "refusal",
    check: (input) =>
      everyClass(input, ({ proxy }, path) =>
        (proxy?.noProxy ?? []).map((entry, index): Complaint | undefined =>
          /^[^\s,;*?@]+$/.test(entry) && !entry.includes("://")
            ? undefined
            : {
                path: `${path}.proxy.noProxy[${index}]`,
                message: `"${entry}" is no host, domain, address or range.`,
                remedy:
                  "Write each as an entry of its own: build.contoso.example, .contoso.example, 10.1.0.4, 10.1.0.0/16.",
              },
        ),
      ),
  },
];

function parsed(text: string | undefined): URL | undefined {
  return text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
}

function hasCredentials({ username, password }: URL): boolean {
  return username !== "" || password !== "";
}

function isProxyUrl({ protocol, hostname, pathname, search, hash }: URL): boolean {
  return ["http:", "https:"].includes(protocol) && hostname !== "" && pathname === "/" && search === "" && hash === "";
}
