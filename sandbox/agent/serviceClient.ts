import type { HttpAnswer, HttpClient } from "./httpClient";

const apiVersion = "5.1-preview.1";

/** An answer of the service that is no success. */
export class ServiceFailure extends Error {
  constructor(
    readonly status: number,
    /** Such as `TaskAgentSessionConflictException`; undefined when the answer is not the service's own. */
    readonly typeKey: string | undefined,
    message: string,
  ) {
    super(message);
  }
}

/** Value of the Authorization header; a fresh one when the last was not accepted. */
export type Credential = (fresh: boolean) => Promise<string>;

export interface CallOptions {
  /** JSON, or text that is sent as it is. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** The organization's REST API. */
export class ServiceClient {
  constructor(
    private readonly http: HttpClient,
    /** URL of the organization. */
    private readonly serverUrl: string,
    private readonly credential: Credential,
  ) {}

  /**
   * Calls a path below the organization's URL. The answer's JSON, or undefined when it has none.
   * @throws ServiceFailure; any other error when there was no answer.
   */
  async call(method: string, path: string, options: CallOptions = {}): Promise<unknown> {
    const answer = await this.send(method, path, options, false);
    // A token may have been revoked before its time.
    return read(answer.status === 401 ? await this.send(method, path, options, true) : answer);
  }

  private async send(method: string, path: string, { body, signal }: CallOptions, fresh: boolean): Promise<HttpAnswer> {
    const isText = typeof body === "string";
    return this.http.send({
      method,
      url: new URL(`${this.serverUrl.replace(/\/+$/, "")}/${path}`),
      signal,
      headers: {
        authorization: await this.credential(fresh),
        accept: `application/json;api-version=${apiVersion}`,
        // Asks for a status code in place of a page to sign in.
        "x-tfs-fedauthredirect": "Suppress",
        ...(body !== undefined && { "content-type": isText ? "application/octet-stream" : "application/json" }),
      },
      body: body === undefined || isText ? body : JSON.stringify(body),
    });
  }
}

function read({ status, contentType, text }: HttpAnswer): unknown {
  const json = contentType.includes("json") && text !== "" ? parse(text) : undefined;
  if (status >= 300 || status === 203) {
    throw new ServiceFailure(status, textOf(json, "typeKey"), messageOf(status, json));
  }
  return json;
}

/** The credential with which `configure` registers the agent: a personal access token, or an Entra token in its place. */
export function tokenCredential(token: string): Credential {
  return async () => `Basic ${Buffer.from(`:${token}`).toString("base64")}`;
}

function parse(text: string): unknown {
  return JSON.parse(text) as unknown;
}

function messageOf(status: number, json: unknown): string {
  const known: Readonly<Record<number, string>> = {
    203: "The service answered with a page to sign in: it does not accept the token.",
    401: "The service does not accept the token (401).",
  };
  return textOf(json, "message") ?? known[status] ?? `The service answered with status ${status}.`;
}

function textOf(json: unknown, name: string): string | undefined {
  const value: unknown =
    typeof json === "object" && json !== null ? Object.fromEntries(Object.entries(json))[name] : undefined;
  return typeof value === "string" ? value : undefined;
}
