import { createReadStream, statSync } from "node:fs";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Manifest } from "./manifestLedger";

/** A request that the registry did not take. */
export class RegistryError extends Error {}

/** Client of a registry's HTTP API (OCI distribution specification 1.1). All methods throw RegistryError. */
export class OciClient {
  /** @param url Without a trailing slash. */
  constructor(private readonly url: string) {}

  /** Uploads a file whose digest is known, unless the registry has it. */
  async putBlob(repository: string, digest: string, file: string): Promise<void> {
    const known = await this.request("HEAD", `${repository}/blobs/${digest}`, { allowed: [404] });
    if (known.status !== 200) {
      const { size } = statSync(file);
      await this.request("POST", `${repository}/blobs/uploads/?digest=${digest}`, {
        headers: { "content-type": "application/octet-stream", "content-length": String(size) },
        body: Readable.toWeb(createReadStream(file)) as BodyInit,
      });
    }
  }

  async blob(repository: string, digest: string): Promise<Readable> {
    const { body } = await this.request("GET", `${repository}/blobs/${digest}`);
    return body === null ? Readable.from([]) : Readable.fromWeb(body as ReadableStream);
  }

  /** Forgets a blob, which may be gone already: crane's answer to that is 500. */
  async deleteBlob(repository: string, digest: string): Promise<void> {
    await this.request("DELETE", `${repository}/blobs/${digest}`, { allowed: [404, 500] });
  }

  /** @param reference A tag, or the manifest's digest. */
  async putManifest(repository: string, reference: string, { mediaType, text }: Manifest): Promise<void> {
    await this.request("PUT", `${repository}/manifests/${reference}`, {
      headers: { "content-type": mediaType },
      body: text,
    });
  }

  /** Forgets a tag, or a manifest by its digest, which may be gone already. */
  async deleteManifest(repository: string, reference: string): Promise<void> {
    await this.request("DELETE", `${repository}/manifests/${reference}`, { allowed: [404] });
  }

  private async request(
    method: string,
    path: string,
    options: { headers?: Record<string, string>; body?: BodyInit; allowed?: readonly number[] } = {},
  ): Promise<Response> {
    const { headers = {}, body, allowed = [] } = options;
    const request: RequestInit & { duplex: "half" } = { method, headers, body, duplex: "half" };
    const response = await fetch(`${this.url}/v2/${path}`, request);
    if (!response.ok && !allowed.includes(response.status)) {
      throw new RegistryError(`${method} ${path} was answered with ${response.status}: ${await response.text()}`);
    }
    return response;
  }
}
