import { spawn, type ChildProcess } from "node:child_process";
import { createServer, type Server } from "node:http";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { importPKCS8, SignJWT } from "jose";
import { freePort } from "../../../sandbox/freePort";
import { succeed } from "./command";

const service = "registry.test";
const issuer = "tokens.test";

/** The reference implementation of a container registry, with the token authentication of Docker Hub, on loopback. */
export class RealRegistry {
  readonly #tokens: Server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    void this.#token(searchParams.get("scope") ?? "", ["pull"]).then((token) =>
      response.end(JSON.stringify({ token })),
    );
  });
  #process: ChildProcess | undefined;

  private constructor(
    readonly folder: string,
    readonly host: string,
  ) {}

  static async start(program: string, folder: string): Promise<RealRegistry> {
    const registry = new RealRegistry(folder, `127.0.0.1:${await freePort()}`);
    await registry.#start(program);
    return registry;
  }

  async stop(): Promise<void> {
    this.#process?.kill("SIGKILL");
    this.#tokens.closeAllConnections();
    await new Promise((resolve) => this.#tokens.close(resolve));
  }

  /** Pushes an image without layers. @returns its digest, as the registry names it. */
  async push(repository: string, tag: string): Promise<string> {
    const authorization = `Bearer ${await this.#token(`repository:${repository}:pull,push`, ["pull", "push"])}`;
    const config = "{}";
    // https://github.com/opencontainers/image-spec: the descriptor of an empty JSON object.
    const digest = "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";
    const upload = await this.#request("POST", `${repository}/blobs/uploads/`, { authorization });
    const location = new URL(upload.headers.get("location") ?? "");
    location.searchParams.set("digest", digest);
    const octets = { authorization, "content-type": "application/octet-stream" };
    const blob = await fetch(location, { method: "PUT", headers: octets, body: config });
    if (blob.status !== 201) throw new Error(`The blob was not taken: ${blob.status} ${await blob.text()}`);
    const mediaType = "application/vnd.oci.image.manifest.v1+json";
    const configDescriptor = { mediaType: "application/vnd.oci.image.config.v1+json", digest, size: config.length };
    const manifest = JSON.stringify({ schemaVersion: 2, mediaType, config: configDescriptor, layers: [] });
    const headers = { authorization, "content-type": mediaType };
    const pushed = await this.#request("PUT", `${repository}/manifests/${tag}`, headers, manifest);
    return pushed.headers.get("docker-content-digest") ?? "";
  }

  async #request(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Response> {
    const response = await fetch(`http://${this.host}/v2/${path}`, { method, headers, body });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  async #start(program: string): Promise<void> {
    mkdirSync(join(this.folder, "content"));
    const files = ["-keyout", join(this.folder, "key.pem"), "-out", join(this.folder, "certificate.pem")];
    await succeed("openssl", [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "1",
      "-subj",
      `/CN=${issuer}`,
      ...files,
    ]);
    await new Promise<void>((resolve) => this.#tokens.listen(0, "127.0.0.1", resolve));
    const address = this.#tokens.address();
    const realm = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/token`;
    const config = {
      version: "0.1",
      log: { level: "error" },
      storage: { filesystem: { rootdirectory: join(this.folder, "content") } },
      http: { addr: this.host },
      auth: { token: { realm, service, issuer, rootcertbundle: join(this.folder, "certificate.pem") } },
    };
    const file = join(this.folder, "config.yml");
    writeFileSync(file, JSON.stringify(config));
    this.#process = spawn(program, ["serve", file], { stdio: "ignore" });
    const deadline = Date.now() + 30_000;
    for (;;) {
      const status = await fetch(`http://${this.host}/v2/`).then(
        (response) => response.status,
        () => undefined,
      );
      if (status === 401) return;
      if (Date.now() > deadline) throw new Error(`The registry does not answer as it should: ${status}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** A token as the distribution project's docs/content/spec/auth/jwt.md has it. */
  async #token(scope: string, actions: readonly string[]): Promise<string> {
    const [type, name] = scope.split(":");
    const certificate = readFileSync(join(this.folder, "certificate.pem"), "utf8").replace(/-----[^-]+-----|\s/g, "");
    const key = await importPKCS8(readFileSync(join(this.folder, "key.pem"), "utf8"), "RS256");
    return new SignJWT({ access: [{ type, name, actions }] })
      .setProtectedHeader({ alg: "RS256", typ: "JWT", x5c: [certificate] })
      .setIssuer(issuer)
      .setAudience(service)
      .setSubject("")
      .setIssuedAt()
      .setNotBefore("-1m")
      .setExpirationTime("5m")
      .setJti(`${Date.now()}`)
      .sign(key);
  }
}
