import { Agent } from "node:https";
import {
  CoordinationV1Api,
  CoreV1Api,
  Health,
  KubeConfig,
  OpenidApi,
  type RequestContext,
} from "@kubernetes/client-node";
import type { ClusterEndpoint } from "./clusterRuntime";

/** The API groups that the simulation speaks, over connections that stay open. */
export class ApiClient {
  readonly config: KubeConfig;
  readonly core: CoreV1Api;
  readonly coordination: CoordinationV1Api;
  readonly openid: OpenidApi;
  private readonly agent: Agent;

  constructor(endpoint: ClusterEndpoint, token: string) {
    this.agent = new Agent({ ca: endpoint.certificateAuthority, keepAlive: true, maxSockets: 16 });
    this.config = new PersistentKubeConfig(endpoint, token, this.agent);
    this.core = this.config.makeApiClient(CoreV1Api);
    this.coordination = this.config.makeApiClient(CoordinationV1Api);
    this.openid = this.config.makeApiClient(OpenidApi);
  }

  /** Whether /readyz answers ok. */
  isReady(): Promise<boolean> {
    return new Health(this.config).readyz({});
  }

  close(): void {
    this.agent.destroy();
  }
}

/** The client library opens a connection, with a new TLS handshake, for each request unless it is handed an agent. */
class PersistentKubeConfig extends KubeConfig {
  constructor(
    endpoint: ClusterEndpoint,
    private readonly token: string,
    private readonly agent: Agent,
  ) {
    super();
    const caData = Buffer.from(endpoint.certificateAuthority).toString("base64");
    this.loadFromClusterAndUser(
      { name: "sandbox", server: endpoint.url, caData, skipTLSVerify: false },
      { name: "simulation", token },
    );
  }

  override applySecurityAuthentication(context: RequestContext): Promise<void> {
    context.setHeaderParam("Authorization", `Bearer ${this.token}`);
    context.setAgent(this.agent);
    return Promise.resolve();
  }
}
