import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

export function sha256(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

/** What a registry does wrong. */
export interface RegistryFault {
  /** Names another digest than the content has. */
  readonly wrongDigest?: true;
  readonly noToken?: true;
  /** Sends its clients elsewhere for a token. */
  readonly realm?: string;
}

/**
 * A file server, GitHub's releases and a container registry in one, on loopback. The registry speaks the OCI distribution
 * specification's pull of a manifest, with the token flow of distribution's docs/content/spec/auth/token.md.
 */
export class Publishers {
  readonly files = new Map<string, string | Buffer>();
  readonly redirects = new Map<string, string>();
  /** Release notes by `<owner>/<repository>/<tag>`. */
  readonly releases = new Map<string, string>();
  /** Manifests by `<repository>:<tag>`. */
  readonly manifests = new Map<string, string>();
  fault: RegistryFault = {};
  readonly requests: string[] = [];
  readonly #server: Server = createServer((request, response) => this.#answer(request, response));

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get host(): string {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("The server does not listen.");
    return `127.0.0.1:${address.port}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? "/", this.url);
    this.requests.push(`${request.method} ${pathname}`);
    const redirect = this.redirects.get(pathname);
    if (redirect !== undefined) response.writeHead(302, { location: redirect }).end();
    else if (pathname.startsWith("/v2/")) this.#manifest(pathname, request, response);
    else if (pathname === "/token") this.#token(searchParams, response);
    else if (pathname.startsWith("/repos/")) this.#release(pathname, response);
    else this.#content(this.files.get(pathname), response);
  }

  #content(content: string | Buffer | undefined, response: ServerResponse): void {
    if (content === undefined) response.writeHead(404).end("not here");
    else response.writeHead(200).end(content);
  }

  #release(pathname: string, response: ServerResponse): void {
    const [, , owner, repository, , , tag] = pathname.split("/");
    const notes = this.releases.get(`${owner}/${repository}/${tag}`);
    this.#content(notes === undefined ? undefined : JSON.stringify({ tag_name: tag, body: notes }), response);
  }

  #token(parameters: URLSearchParams, response: ServerResponse): void {
    const asked = `${parameters.get("service")} ${parameters.get("scope")}`;
    this.#content(
      JSON.stringify(this.fault.noToken ? {} : { token: Buffer.from(asked).toString("base64url") }),
      response,
    );
  }

  #manifest(pathname: string, { headers, method }: IncomingMessage, response: ServerResponse): void {
    const [, repository = "", reference = ""] = /^\/v2\/(.+)\/manifests\/(.+)$/.exec(pathname) ?? [];
    const scope = `repository:${repository}:pull`;
    if (headers.authorization !== `Bearer ${Buffer.from(`registry.test ${scope}`).toString("base64url")}`) {
      const realm = this.fault.realm ?? `${this.url}/token`;
      const challenge = `Bearer realm="${realm}",service="registry.test",scope="${scope}"`;
      response.writeHead(401, { "www-authenticate": challenge }).end("{}");
      return;
    }
    const content = this.#manifestOf(repository, reference);
    if (content === undefined || !headers.accept?.includes("application/vnd.oci.image.index.v1+json")) {
      response.writeHead(404).end(JSON.stringify({ errors: [{ code: "MANIFEST_UNKNOWN" }] }));
      return;
    }
    const digest = this.fault.wrongDigest ? `sha256:${"0".repeat(64)}` : `sha256:${sha256(content)}`;
    response.writeHead(200, {
      "content-type": "application/vnd.oci.image.index.v1+json",
      "docker-content-digest": digest,
    });
    response.end(method === "HEAD" ? undefined : content);
  }

  #manifestOf(repository: string, reference: string): string | undefined {
    if (!reference.startsWith("sha256:")) return this.manifests.get(`${repository}:${reference}`);
    const own = [...this.manifests].filter(([name]) => name.startsWith(`${repository}:`)).map(([, content]) => content);
    return (
      own.find((content) => reference === `sha256:${sha256(content)}`) ?? (this.fault.wrongDigest ? own[0] : undefined)
    );
  }
}
