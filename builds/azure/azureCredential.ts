import { readFileSync } from "node:fs";
import {
  AzureCliCredential,
  ClientAssertionCredential,
  ClientCertificateCredential,
  ClientSecretCredential,
  ManagedIdentityCredential,
  type TokenCredential,
} from "@azure/identity";
import { BuildError } from "../buildError";
import type { CloudEndpoints } from "./cloudEndpoints";
import { federatedTokenSource } from "./federatedTokenSource";
import { serviceConnectionToken } from "./serviceConnectionToken";

/** Reads a variable that is set. */
type Variables = (name: string) => string;

interface SignIn {
  readonly name: string;
  isAsked(env: NodeJS.ProcessEnv): boolean;
  /** All of these must be set, besides the one that asks. */
  readonly needs: readonly string[];
  credential(variable: Variables, cloud: CloudEndpoints, env: NodeJS.ProcessEnv): TokenCredential;
}

const principal = ["ARM_TENANT_ID", "ARM_CLIENT_ID"];

/**
 * The ways to sign in, in the order in which azure-native tries them (pulumi/pulumi-azure-native auth_azidentity.go). The
 * variables that the AzureCLI task sets with `addSpnToEnvironment` come after all that somebody sets on purpose
 * (learn.microsoft.com/azure/devops/pipelines/tasks/reference/azure-cli-v2).
 */
const signIns: readonly SignIn[] = [
  {
    name: "a client certificate",
    isAsked: (env) => isSet(env, "ARM_CLIENT_CERTIFICATE_PATH"),
    needs: principal,
    credential: (variable, cloud, env) =>
      new ClientCertificateCredential(
        variable("ARM_TENANT_ID"),
        variable("ARM_CLIENT_ID"),
        {
          certificate: readCertificate(variable("ARM_CLIENT_CERTIFICATE_PATH")),
          certificatePassword: env["ARM_CLIENT_CERTIFICATE_PASSWORD"],
        },
        authorityOptions(cloud),
      ),
  },
  {
    name: "a client secret",
    isAsked: (env) => isSet(env, "ARM_CLIENT_SECRET"),
    needs: principal,
    credential: (variable, cloud) =>
      new ClientSecretCredential(
        variable("ARM_TENANT_ID"),
        variable("ARM_CLIENT_ID"),
        variable("ARM_CLIENT_SECRET"),
        authorityOptions(cloud),
      ),
  },
  {
    name: "OpenID Connect",
    isAsked: (env) => isTrue(env, "ARM_USE_OIDC"),
    needs: principal,
    credential: (variable, cloud, env) =>
      new ClientAssertionCredential(
        variable("ARM_TENANT_ID"),
        variable("ARM_CLIENT_ID"),
        federatedTokenSource(env),
        authorityOptions(cloud),
      ),
  },
  {
    name: "a managed identity",
    isAsked: (env) => isTrue(env, "ARM_USE_MSI"),
    needs: [],
    credential: (_variable, _cloud, env) => new ManagedIdentityCredential({ clientId: env["ARM_CLIENT_ID"] }),
  },
  {
    name: "the token of a pipeline's service connection",
    isAsked: (env) => isSet(env, "idToken"),
    needs: ["tenantId", "servicePrincipalId"],
    credential: (variable, cloud, env) =>
      new ClientAssertionCredential(
        variable("tenantId"),
        variable("servicePrincipalId"),
        serviceConnectionToken(env),
        authorityOptions(cloud),
      ),
  },
  {
    name: "the key of a pipeline's service connection",
    isAsked: (env) => isSet(env, "servicePrincipalKey"),
    needs: ["tenantId", "servicePrincipalId"],
    credential: (variable, cloud) =>
      new ClientSecretCredential(
        variable("tenantId"),
        variable("servicePrincipalId"),
        variable("servicePrincipalKey"),
        authorityOptions(cloud),
      ),
  },
  {
    name: "the az CLI",
    isAsked: () => true,
    needs: [],
    credential: (_variable, _cloud, env) => new AzureCliCredential({ tenantId: env["ARM_TENANT_ID"] }),
  },
];

/** @throws BuildError that names every variable that the way to sign in lacks. */
export function azureCredential(env: NodeJS.ProcessEnv, cloud: CloudEndpoints): TokenCredential {
  const signIn = signIns.find((each) => each.isAsked(env));
  if (signIn === undefined) {
    throw new Error("The last way to sign in is always there.");
  }
  const missing = signIn.needs.filter((name) => !isSet(env, name));
  if (missing.length > 0) {
    throw new BuildError(
      "sign-in-incomplete",
      `The environment asks to sign in to Azure with ${signIn.name}, but ${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} not set.`,
      "Set what is missing, or unset the rest.",
    );
  }
  return signIn.credential((name) => env[name] ?? "", cloud, env);
}

function authorityOptions({ authorityUrl, isKnownCloud }: CloudEndpoints) {
  return { authorityHost: authorityUrl, disableInstanceDiscovery: !isKnownCloud };
}

/** azure-native takes PKCS #12 as well; Node cannot read that without more libraries. */
function readCertificate(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new BuildError(
      "sign-in-incomplete",
      `The file of ARM_CLIENT_CERTIFICATE_PATH cannot be read: ${reason}`,
      "Name a file that this user may read.",
    );
  }
  if (!text.includes("-----BEGIN CERTIFICATE-----")) {
    throw new BuildError(
      "sign-in-incomplete",
      `The file of ARM_CLIENT_CERTIFICATE_PATH, ${file}, is not of the form PEM.`,
      "Convert it: openssl pkcs12 -in certificate.pfx -out certificate.pem",
    );
  }
  return text;
}

function isSet(env: NodeJS.ProcessEnv, name: string): boolean {
  return (env[name] ?? "") !== "";
}

function isTrue(env: NodeJS.ProcessEnv, name: string): boolean {
  return env[name]?.toLowerCase() === "true" || env[name] === "1";
}
