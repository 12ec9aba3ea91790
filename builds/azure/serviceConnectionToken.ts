import {
  createDefaultHttpClient,
  createHttpHeaders,
  createPipelineFromOptions,
  createPipelineRequest,
} from "@azure/core-rest-pipeline";
import { BuildError } from "../buildError";

/** A token that is about to end is worth nothing any more. */
const reserveMilliseconds = 60_000;

/**
 * What stands for the password of a pipeline's service connection: the `idToken` that the AzureCLI task has put into the environment, for its 10
 * minutes (azure-pipelines-tasks azureclitask.ts). What one signs in with is good for an hour, so a longer build asks for another:
 * `SYSTEM_OIDCREQUESTURI` gives one for `SYSTEM_ACCESSTOKEN`, which a step has only if the pipeline maps it (@azure/identity azurePipelinesCredential.ts).
 */
export function serviceConnectionToken(env: NodeJS.ProcessEnv): () => Promise<string> {
  const given = env["idToken"] ?? "";
  const requestUrl = env["SYSTEM_OIDCREQUESTURI"] ?? "";
  const accessToken = env["SYSTEM_ACCESSTOKEN"] ?? "";
  const connectionId = env["AZURESUBSCRIPTION_SERVICE_CONNECTION_ID"] ?? "";
  return async () => {
    if (expiryOf(given) > Date.now() + reserveMilliseconds) {
      return given;
    }
    if (requestUrl === "" || accessToken === "" || connectionId === "") {
      throw new BuildError(
        "not-signed-in",
        "The token of the pipeline's service connection has run out.",
        "Give the step the means to get another one: SYSTEM_ACCESSTOKEN: $(System.AccessToken) in its env, as the template build-with-acr-tasks does.",
      );
    }
    return requestToken(requestUrl, connectionId, accessToken);
  };
}

/** Milliseconds since the epoch. A token that cannot be read is left to Entra to judge. */
function expiryOf(token: string): number {
  try {
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8")) as { exp?: number };
    return (claims.exp ?? Infinity) * 1000;
  } catch {
    return Infinity;
  }
}

async function requestToken(requestUrl: string, connectionId: string, accessToken: string): Promise<string> {
  const url = new URL(requestUrl);
  url.searchParams.set("api-version", "7.1");
  url.searchParams.set("serviceConnectionId", connectionId);
  const headers = createHttpHeaders({
    accept: "application/json",
    authorization: `Bearer ${accessToken}`,
    // Else a wrong token is answered with the page for signing in.
    "x-tfs-fedauthredirect": "Suppress",
  });
  const response = await createPipelineFromOptions({}).sendRequest(
    createDefaultHttpClient(),
    createPipelineRequest({
      url: url.href,
      method: "POST",
      headers,
      // Nobody listens in between, and the sandbox has it there.
      allowInsecureConnection: url.hostname === "127.0.0.1",
    }),
  );
  const token =
    response.status === 200
      ? (JSON.parse(response.bodyAsText ?? "{}") as { oidcToken?: unknown }).oidcToken
      : undefined;
  if (typeof token !== "string") {
    throw new BuildError(
      "not-signed-in",
      `Azure DevOps gives no other token of the service connection: it answers ${response.status}.`,
      "Check that the service connection is still there and that the pipeline may use it.",
    );
  }
  return token;
}
