import type { Clock } from "../clock";
import type { TokenSource } from "../credentials/tokenSource";
import type { HttpAnswer, HttpClient } from "../http/httpClient";
import { parseJson } from "../http/jsonObject";
import { answerFailure, typeKeyOf } from "./answerFailure";

export interface AzureDevOpsCall {
  readonly method: "GET" | "PATCH" | "DELETE";
  /** Under `_apis/distributedtask/`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** For messages, such as "Reading the agent". */
  readonly what: string;
  /** Exception classes of the service that are an answer, not a failure: the call gives undefined then. */
  readonly absent?: readonly string[];
}

const apiVersion = "7.1";

/** One signed-in request to an organization. */
export type AzureDevOpsClient = (call: AzureDevOpsCall) => Promise<unknown>;

/** @throws ServiceCallError by each call */
export function createAzureDevOpsClient(
  url: string,
  http: HttpClient,
  tokens: TokenSource,
  clock: Clock,
): AzureDevOpsClient {
  return async ({ method, path, query, body, what, absent }) => {
    const parameters = new URLSearchParams({ ...query, "api-version": apiVersion });
    const token = await tokens.token();
    const answer: HttpAnswer = await http({
      method,
      url: `${url}/_apis/distributedtask/${path}?${parameters.toString()}`,
      headers: {
        accept: "application/json",
        // As the agent does, for both kinds of token.
        authorization: `Basic ${Buffer.from(`:${token}`).toString("base64")}`,
        "user-agent": "aks-agents-supervisor",
        // A plain 401 instead of a page to sign in.
        "x-tfs-fedauthredirect": "Suppress",
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (answer.status === 404 && absent?.includes(typeKeyOf(answer) ?? "")) {
      return undefined;
    }
    const failure = answerFailure(answer, what, clock.now());
    if (failure !== undefined) {
      if (failure.failure === "refused" || failure.failure === "expired") {
        tokens.forget();
      }
      throw failure;
    }
    return parseJson(answer.text);
  };
}
