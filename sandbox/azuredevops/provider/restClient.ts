import { WebApi, getBearerHandler, getPersonalAccessTokenHandler } from "azure-devops-node-api";
import type { ICoreApi } from "azure-devops-node-api/CoreApi";
import type { IServiceEndpointApi } from "azure-devops-node-api/ServiceEndpointApi";
import type { ITaskAgentApi } from "azure-devops-node-api/TaskAgentApi";
import { ProviderError } from "../../engine/provider/resourceProvider";

export interface Credential {
  readonly kind: "bearer" | "basic";
  readonly token: string;
}

/** How long a client is used before it asks for its credential again. Entra tokens live an hour. */
const credentialLifetimeMilliseconds = 10 * 60 * 1000;

/** Microsoft's client, signed in. Each area asks the service for its resource locations, once. */
class Session {
  readonly until = Date.now() + credentialLifetimeMilliseconds;
  private readonly webApi: WebApi;
  private taskAgentApi?: Promise<ITaskAgentApi>;
  private coreApi?: Promise<ICoreApi>;
  private serviceEndpointApi?: Promise<IServiceEndpointApi>;

  constructor(
    organizationUrl: string,
    readonly credential: Credential,
  ) {
    const { kind, token } = credential;
    const handler = kind === "bearer" ? getBearerHandler(token) : getPersonalAccessTokenHandler(token);
    this.webApi = new WebApi(organizationUrl, handler);
  }

  get taskAgent(): Promise<ITaskAgentApi> {
    return (this.taskAgentApi ??= this.webApi.getTaskAgentApi());
  }

  get core(): Promise<ICoreApi> {
    return (this.coreApi ??= this.webApi.getCoreApi());
  }

  get serviceEndpoint(): Promise<IServiceEndpointApi> {
    return (this.serviceEndpointApi ??= this.webApi.getServiceEndpointApi());
  }
}

/** Talks to one organization: by Microsoft's client in the areas that it has, by plain requests elsewhere. */
export class RestClient {
  private session?: Session;

  constructor(
    private readonly organizationUrl: string,
    private readonly credentials: () => Promise<Credential>,
  ) {}

  async taskAgent(): Promise<ITaskAgentApi> {
    return (await this.open()).taskAgent;
  }

  async core(): Promise<ICoreApi> {
    return (await this.open()).core;
  }

  async serviceEndpoint(): Promise<IServiceEndpointApi> {
    return (await this.open()).serviceEndpoint;
  }

  /**
   * One request outside the areas of Microsoft's client.
   * @returns the answer's body, or undefined when there is none or the resource does not exist
   * @throws ProviderError with the service's own text
   */
  async request(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    content: { readonly apiVersion: string; readonly body?: unknown; readonly mediaType?: string },
  ): Promise<unknown> {
    const { credential } = await this.open();
    const response = await fetch(`${this.organizationUrl}/${path}`, {
      method,
      headers: {
        authorization: authorizationHeader(credential),
        accept: `application/json;api-version=${content.apiVersion}`,
        "x-tfs-fedauthredirect": "Suppress",
        ...(content.body !== undefined && { "content-type": content.mediaType ?? "application/json" }),
      },
      body: content.body === undefined ? undefined : JSON.stringify(content.body),
    });
    const text = await response.text();
    if (response.status === 404 && method === "GET") {
      return undefined;
    }
    if (!response.ok || !isJson(response)) {
      return response.ok && text === "" ? undefined : refuse(response, text);
    }
    return text === "" ? undefined : JSON.parse(text);
  }

  private async open(): Promise<Session> {
    if (this.session === undefined || this.session.until < Date.now()) {
      this.session = new Session(this.organizationUrl, await this.credentials());
    }
    return this.session;
  }
}

function authorizationHeader({ kind, token }: Credential): string {
  return kind === "bearer" ? `Bearer ${token}` : `Basic ${Buffer.from(`:${token}`).toString("base64")}`;
}

function isJson(response: Response): boolean {
  return (response.headers.get("content-type") ?? "").includes("json");
}

function refuse(response: Response, text: string): never {
  throw new ProviderError(isJson(response) ? messageIn(text) : `${response.status} ${response.statusText}`);
}

function messageIn(text: string): string {
  const body: unknown = JSON.parse(text);
  return typeof body === "object" && body !== null && "message" in body ? String(body.message) : text;
}
