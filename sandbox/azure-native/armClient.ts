import { setTimeout as pause } from "node:timers/promises";
import { isRecord } from "../engine/provider/properties";
import { ProviderError, type Properties } from "../engine/provider/resourceProvider";
import { AcceptedOperationError, ArmError } from "./armError";

export interface ArmClientOptions {
  /** Base URL of Azure Resource Manager, without trailing slash. */
  readonly armUrl: string;
  /** Asked for at most every five minutes. */
  accessToken(): Promise<string>;
  /** Factor on every pause between retries and polls. Default 1: the official provider's pauses. */
  readonly pauseFactor?: number;
}

export interface ArmRequest {
  readonly method: "GET" | "PUT" | "POST" | "DELETE";
  /** Path of a resource, or an absolute URL that the service has named. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

interface ArmResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

// pulumi-azure-native provider/pkg/azure/client_azcore.go: three retries, 20 s at first and 120 s at most; polls every
// 10 s after a write and every 30 s after a deletion, unless the service says otherwise.
const retryableStatuses = [408, 429, 500, 502, 503, 504];
const maximumRetries = 3;
const firstRetrySeconds = 20;
const maximumRetrySeconds = 120;
const pollSeconds = { PUT: 10, DELETE: 30 };
const shortestPauseMilliseconds = 50;
const tokenReuseMilliseconds = 5 * 60_000;
const finishedStates = ["succeeded", "failed", "canceled"];

/** Talks to Azure Resource Manager as the official azure-native provider does: the same retries, polls and messages. */
export class ArmClient {
  private token = { text: "", askAgainAt: 0 };

  constructor(private readonly options: ArmClientOptions) {}

  /** The resource, or undefined when there is none. */
  async read(path: string, apiVersion: string): Promise<Properties | undefined> {
    const response = await this.send({ method: "GET", path, query: { "api-version": apiVersion } });
    return response.status === 404 ? undefined : record(expectSuccess(response));
  }

  /** Like `read`, for something that has to be there. */
  async get(path: string, apiVersion: string): Promise<Properties> {
    return record(expectSuccess(await this.send({ method: "GET", path, query: { "api-version": apiVersion } })));
  }

  /** Creates or replaces a resource and waits until the service has finished. */
  async write(
    path: string,
    apiVersion: string,
    body: Properties,
    wait: { readonly longRunning: boolean; readonly signal: AbortSignal },
  ): Promise<Properties> {
    const { signal } = wait;
    const response = await this.send({ method: "PUT", path, query: { "api-version": apiVersion }, body, signal });
    const accepted = record(expectSuccess(response));
    if (!wait.longRunning && response.status !== 202) {
      return accepted;
    }
    try {
      await this.finish("PUT", path, apiVersion, response, signal);
    } catch (error) {
      throw new AcceptedOperationError(error instanceof Error ? error.message : String(error));
    }
    return (await this.read(path, apiVersion)) ?? accepted;
  }

  /** Deletes a resource and waits until it is gone. One that is gone already is as good. */
  async delete(
    path: string,
    apiVersion: string,
    wait: { readonly longRunning: boolean; readonly signal: AbortSignal },
  ): Promise<void> {
    const { signal } = wait;
    const response = await this.send({ method: "DELETE", path, query: { "api-version": apiVersion }, signal });
    if (response.status === 404) {
      return;
    }
    expectSuccess(response);
    if (wait.longRunning) {
      try {
        await this.finish("DELETE", path, apiVersion, response, signal);
      } catch (error) {
        if (!(error instanceof ArmError && error.status === 404)) {
          throw error;
        }
      }
    }
  }

  /** Calls an action, such as `listKeys`. */
  async post(path: string, query: Readonly<Record<string, string>>): Promise<Properties> {
    return record(expectSuccess(await this.send({ method: "POST", path, query, body: {} })));
  }

  /** Polls what the service has named: the operation, else the location, else the resource's own provisioning state. */
  private async finish(
    method: "PUT" | "DELETE",
    path: string,
    apiVersion: string,
    started: ArmResponse,
    signal: AbortSignal,
  ): Promise<void> {
    const operation = started.headers.get("azure-asyncoperation");
    const location = started.headers.get("location");
    const isFinished = (response: ArmResponse) =>
      operation === null && location !== null
        ? response.status !== 202
        : finishedStates.includes(state(response).toLowerCase());
    const url = operation ?? location ?? path;
    let response = started;
    if (operation === null && location === null && (method === "DELETE" || isFinished(started))) {
      throwIfFailed(started);
      return;
    }
    do {
      await this.pause(retryAfter(response) ?? pollSeconds[method], signal);
      const query: Record<string, string> = url === path ? { "api-version": apiVersion } : {};
      response = await this.send({ method: "GET", path: url, query, signal });
      expectSuccess(response);
    } while (!isFinished(response));
    throwIfFailed(response);
  }

  private async send(request: ArmRequest): Promise<ArmResponse> {
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.attempt(request);
      const failed = outcome instanceof ProviderError;
      if (attempt === maximumRetries || request.signal?.aborted === true || !(failed || isRetryable(outcome))) {
        if (failed) {
          throw outcome;
        }
        return outcome;
      }
      const backoff = Math.min(firstRetrySeconds * (2 ** (attempt + 1) - 1), maximumRetrySeconds);
      await this.pause((failed ? undefined : retryAfter(outcome)) ?? backoff, request.signal);
    }
  }

  private async attempt({ method, path, query, body, signal }: ArmRequest): Promise<ArmResponse | ProviderError> {
    const url = new URL(path, `${this.options.armUrl}/`);
    for (const [name, value] of Object.entries(query ?? {})) {
      url.searchParams.set(name, value);
    }
    const headers: Record<string, string> = {
      accept: "application/json",
      authorization: `Bearer ${await this.accessToken()}`,
      ...(body === undefined ? {} : { "content-type": "application/json; charset=utf-8" }),
    };
    try {
      const payload = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(url, { method, headers, ...payload, signal: signal ?? null });
      return { status: response.status, headers: response.headers, body: parse(await response.text()) };
    } catch (error) {
      return signal?.aborted === true
        ? new ProviderError("operation timed out")
        : new ProviderError(`${method} ${url.href}: ${reason(error)}`);
    }
  }

  private async accessToken(): Promise<string> {
    if (Date.now() >= this.token.askAgainAt) {
      const text = await this.options.accessToken();
      this.token = { text, askAgainAt: Date.now() + tokenReuseMilliseconds };
    }
    return this.token.text;
  }

  /** Never quite zero: a service that says 0 must not be asked in a busy loop. */
  private async pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
    const milliseconds = Math.max(shortestPauseMilliseconds, seconds * 1000 * (this.options.pauseFactor ?? 1));
    try {
      await pause(milliseconds, undefined, signal === undefined ? {} : { signal });
    } catch {
      throw new ProviderError("operation timed out");
    }
  }
}

/** Of the conflicts the official provider retries only this one. */
function isRetryable(response: ArmResponse): boolean {
  return (
    retryableStatuses.includes(response.status) ||
    (response.status === 409 && ArmError.from(409, response.body).code === "AnotherOperationInProgress")
  );
}

function expectSuccess(response: ArmResponse): unknown {
  if (response.status < 200 || response.status > 299) {
    throw ArmError.from(response.status, response.body);
  }
  return response.body;
}

function throwIfFailed(response: ArmResponse): void {
  if (["failed", "canceled"].includes(state(response).toLowerCase())) {
    throw ArmError.from(response.status, response.body);
  }
}

/** State of an operation, or of a resource: an absent one means that there is nothing to wait for. */
function state({ body }: ArmResponse): string {
  const document = record(body);
  const status = document["status"] ?? record(document["properties"])["provisioningState"];
  return typeof status === "string" ? status : "Succeeded";
}

function retryAfter({ headers }: ArmResponse): number | undefined {
  const value = headers.get("retry-after");
  return value === null || !/^\d+$/.test(value) ? undefined : Number(value);
}

function record(value: unknown): Properties {
  return isRecord(value) ? value : {};
}

function parse(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

function reason(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}
