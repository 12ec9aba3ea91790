import { readFile } from "node:fs/promises";
import {
  createDefaultHttpClient,
  createHttpHeaders,
  createPipelineFromOptions,
  createPipelineRequest,
} from "@azure/core-rest-pipeline";
import { BuildError } from "../buildError";

const audience = "api://AzureADTokenExchange";

/**
 * Where the token comes from that stands for a password, by azure-native's variables: `ARM_OIDC_TOKEN`, `ARM_OIDC_TOKEN_FILE_PATH`, or
 * `ARM_OIDC_REQUEST_URL` with `ARM_OIDC_REQUEST_TOKEN`. File and address are read anew each time: their tokens last minutes.
 * @throws BuildError when none of them is set.
 */
export function federatedTokenSource(env: NodeJS.ProcessEnv): () => Promise<string> {
  const token = env["ARM_OIDC_TOKEN"] ?? "";
  const file = env["ARM_OIDC_TOKEN_FILE_PATH"] ?? "";
  const requestUrl = env["ARM_OIDC_REQUEST_URL"] ?? "";
  const requestToken = env["ARM_OIDC_REQUEST_TOKEN"] ?? "";
  if (token !== "") {
    return async () => token;
  }
  if (file !== "") {
    return () => readToken(file);
  }
  if (requestUrl !== "" && requestToken !== "") {
    return () => requestFederatedToken(requestUrl, requestToken);
  }
  throw new BuildError(
    "sign-in-incomplete",
    "ARM_USE_OIDC asks to sign in to Azure with OpenID Connect, but there is no token.",
    "Set ARM_OIDC_TOKEN, or ARM_OIDC_TOKEN_FILE_PATH, or both ARM_OIDC_REQUEST_URL and ARM_OIDC_REQUEST_TOKEN.",
  );
}

async function readToken(file: string): Promise<string> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    throw noToken(
      `the file of ARM_OIDC_TOKEN_FILE_PATH cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** As GitHub's runners hand it out (docs.github.com/actions/reference/security/oidc). */
async function requestFederatedToken(requestUrl: string, requestToken: string): Promise<string> {
  const url = new URL(requestUrl);
  url.searchParams.set("audience", audience);
  const headers = createHttpHeaders({ accept: "application/json", authorization: `Bearer ${requestToken}` });
  const response = await createPipelineFromOptions({}).sendRequest(
    createDefaultHttpClient(),
    createPipelineRequest({ url: url.href, headers }),
  );
  const value =
    response.status === 200 ? (JSON.parse(response.bodyAsText ?? "{}") as { value?: unknown }).value : undefined;
  if (typeof value !== "string") {
    throw noToken(`ARM_OIDC_REQUEST_URL answers ${response.status} without a token`);
  }
  return value;
}

function noToken(reason: string): BuildError {
  return new BuildError(
    "not-signed-in",
    `No token to sign in to Azure with: ${reason}.`,
    "Check the variables ARM_OIDC_…; a pipeline may need the permission to ask for tokens.",
  );
}
