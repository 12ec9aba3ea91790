import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateCACertificate, getLocal, type Mockttp } from "mockttp";
import type { RecordedService } from "./recordedService";

/** A forward proxy that opens TLS with an authority of its own, and leads a name to a service. */
export class InterceptingProxy {
  private constructor(
    private readonly server: Mockttp,
    /** PEM file with its authority. */
    readonly caFile: string,
  ) {}

  /** @param hostName the host that it leads to the service; it knows no other */
  static async open(folder: string, hostName: string, service: RecordedService): Promise<InterceptingProxy> {
    const ca = await generateCACertificate({ commonName: "Contoso Proxy CA" });
    const caFile = join(folder, "proxy-ca.pem");
    writeFileSync(caFile, ca.cert);
    const server = getLocal({ https: ca });
    await server.start();
    // Its own way of forwarding prints a line whenever a client ends a long poll.
    await server
      .forAnyRequest()
      .forHostname(hostName)
      .thenCallback(async ({ method, path, headers, body }) => {
        const answered = await service.forward({ method, path, headers, body: (await body.getText()) ?? "" });
        return { statusCode: answered.status, headers: answered.headers, body: answered.answer };
      });
    return new InterceptingProxy(server, caFile);
  }

  get port(): number {
    return this.server.port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  close(): Promise<void> {
    return this.server.stop();
  }
}
