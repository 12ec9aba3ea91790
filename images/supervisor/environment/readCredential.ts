import { readFileSync } from "node:fs";
import { tokenProblem } from "../credentials/tokenProblem";
import type { Credential } from "../settings";
import type { EnvironmentReader } from "./environmentReader";
import { isPrivateTransport } from "./isPrivateTransport";
import { parseUrl } from "./parseUrl";

const publicCloud = "https://login.microsoftonline.com/";

/** The names are those of Azure's own client libraries. */
const identityVariables = ["AZURE_CLIENT_ID", "AZURE_TENANT_ID", "AZURE_FEDERATED_TOKEN_FILE"] as const;

/**
 * How the agent proves who it is. What is there for the agent alone goes before what a webhook may have added for the
 * whole pod: `AZP_TOKEN_FILE`, then `AZP_TOKEN`, then the federated token.
 */
export function readCredential(reader: EnvironmentReader): Credential {
  const token = reader.text("AZP_TOKEN");
  const tokenFile = reader.text("AZP_TOKEN_FILE");
  if (tokenFile !== undefined) {
    if (token !== undefined) {
      reader.warnings.push("AZP_TOKEN is not used, because AZP_TOKEN_FILE is set. Jobs can read it: take it away.");
    }
    return fromTokenFile(reader, tokenFile);
  }
  if (token !== undefined) {
    return fromToken(reader, token);
  }
  return fromIdentity(reader);
}

/** A file that is not there yet, or not any more, is the business of who uses it: `drain` may come after its deletion. */
function fromTokenFile(reader: EnvironmentReader, path: string): Credential {
  const content = contentOf(path);
  const problem = content === undefined ? undefined : tokenProblem(content);
  if (problem !== undefined) {
    reader.problem("AZP_TOKEN_FILE", `the token in ${path} ${problem}.`);
  }
  return { kind: "tokenFile", path };
}

function fromToken(reader: EnvironmentReader, token: string): Credential {
  const problem = tokenProblem(token);
  if (problem !== undefined) {
    reader.problem("AZP_TOKEN", `the token ${problem}.`);
  }
  reader.warnings.push(
    "AZP_TOKEN can be read by every job, in the environment of the container's first process. Use AZP_TOKEN_FILE or a workload identity.",
  );
  return { kind: "token", token };
}

function fromIdentity(reader: EnvironmentReader): Credential {
  const missing = identityVariables.filter((name) => reader.text(name) === undefined);
  if (missing.length === identityVariables.length) {
    reader.problem(
      "AZP_TOKEN_FILE",
      `no credential is set. Set ${identityVariables.join(", ")} (workload identity), or AZP_TOKEN_FILE (file with a personal access token).`,
    );
  } else {
    missing.forEach((name) =>
      reader.problem(name, `is not set, and a workload identity needs ${identityVariables.join(", ")}.`),
    );
  }
  const authorityHost = reader.text("AZURE_AUTHORITY_HOST") ?? publicCloud;
  const authority = parseUrl(authorityHost);
  if (authority === undefined || !isPrivateTransport(authority)) {
    reader.problem("AZURE_AUTHORITY_HOST", `is no URL that begins with https://. Right would be ${publicCloud}.`);
  }
  return {
    kind: "workloadIdentity",
    clientId: reader.text("AZURE_CLIENT_ID") ?? "",
    tenantId: reader.text("AZURE_TENANT_ID") ?? "",
    tokenFile: reader.text("AZURE_FEDERATED_TOKEN_FILE") ?? "",
    authorityHost,
  };
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
