import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateCACertificate, getLocal, type Mockttp } from "mockttp";

/** A forward proxy that opens TLS with an authority of its own, and leads some names to a service. */
export class InterceptingProxy {
  private constructor(
    private readonly server: Mockttp,
    /** PEM file with its authority. */
    readonly caFile: string,
  ) {}

  /** @param names hosts that it leads to the service; it knows no other */
  static async open(folder: string, names: readonly string[], serviceUrl: string): Promise<InterceptingProxy> {
    const ca = await generateCACertificate({ commonName: "Contoso Proxy CA" });
    const caFile = join(folder, "proxy-ca.pem");
    writeFileSync(caFile, ca.cert);
    const server = getLocal({ https: ca });
    await server.start();
    for (const name of names) {
      await server.forAnyRequest().forHostname(name).thenForwardTo(serviceUrl, { simulateConnectionErrors: true });
    }
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
