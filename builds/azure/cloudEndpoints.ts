import { createDefaultHttpClient, createPipelineFromOptions, createPipelineRequest } from "@azure/core-rest-pipeline";
import { BuildError } from "../buildError";

/** Where an Azure cloud is reached. */
export interface CloudEndpoints {
  /** Without a slash at the end. */
  readonly resourceManagerUrl: string;
  /** What tokens for the resource manager are asked for, without a slash at the end. */
  readonly audience: string;
  /** Where one signs in. */
  readonly authorityUrl: string;
  /** Whether Microsoft's public login host knows the authority; it is asked about one only if it does. */
  readonly isKnownCloud: boolean;
}

/** The values of `ARM_ENVIRONMENT`, as azure-native reads it (pulumi.com/registry/packages/azure-native/installation-configuration). */
const knownClouds: Readonly<Record<string, Omit<CloudEndpoints, "isKnownCloud">>> = {
  public: {
    resourceManagerUrl: "https://management.azure.com",
    audience: "https://management.azure.com",
    authorityUrl: "https://login.microsoftonline.com",
  },
  usgovernment: {
    resourceManagerUrl: "https://management.usgovcloudapi.net",
    audience: "https://management.usgovcloudapi.net",
    authorityUrl: "https://login.microsoftonline.us",
  },
  china: {
    resourceManagerUrl: "https://management.chinacloudapi.cn",
    audience: "https://management.chinacloudapi.cn",
    authorityUrl: "https://login.chinacloudapi.cn",
  },
};

/**
 * The cloud that `ARM_METADATA_HOSTNAME` or `ARM_ENVIRONMENT` names; without both the public one.
 * @throws BuildError when the cloud is unknown or does not tell its endpoints.
 */
export async function cloudEndpoints(env: NodeJS.ProcessEnv): Promise<CloudEndpoints> {
  const host = env["ARM_METADATA_HOSTNAME"];
  if (host !== undefined && host !== "") {
    return endpointsOf(host);
  }
  const name = env["ARM_ENVIRONMENT"] ?? "public";
  const known = knownClouds[name.toLowerCase()];
  if (known === undefined) {
    throw new BuildError(
      "unknown-cloud",
      `The variable ARM_ENVIRONMENT names an Azure cloud ${name} that is not known.`,
      `It takes ${Object.keys(knownClouds).join(", ")}. Another cloud is named by its resource manager's host in ARM_METADATA_HOSTNAME.`,
    );
  }
  return { ...known, isKnownCloud: true };
}

async function endpointsOf(host: string): Promise<CloudEndpoints> {
  const url = `https://${host}/metadata/endpoints?api-version=2022-09-01`;
  const { resourceManager, loginEndpoint, audience } = await readCloud(url).catch((error: unknown) => {
    throw new BuildError(
      "unknown-cloud",
      `The Azure cloud of ARM_METADATA_HOSTNAME does not tell its endpoints: GET ${url}: ${error instanceof Error ? error.message : String(error)}`,
      "Check the variable: it takes a host with or without a port. Where the certificate is signed by an authority of your own, NODE_EXTRA_CA_CERTS names the authority's file.",
    );
  });
  return {
    resourceManagerUrl: withoutSlash(resourceManager),
    audience: withoutSlash(audience),
    authorityUrl: withoutSlash(loginEndpoint),
    isKnownCloud: false,
  };
}

/** What this program wants to know of `GET /metadata/endpoints`. */
interface CloudMetadata {
  readonly resourceManager?: string;
  readonly authentication?: { readonly loginEndpoint?: string; readonly audiences?: readonly string[] };
}

async function readCloud(url: string) {
  const pipeline = createPipelineFromOptions({ retryOptions: { maxRetries: 2 } });
  const response = await pipeline.sendRequest(createDefaultHttpClient(), createPipelineRequest({ url }));
  if (response.status !== 200) {
    throw new Error(`it answers ${response.status}`);
  }
  const body = JSON.parse(response.bodyAsText ?? "{}") as CloudMetadata | readonly CloudMetadata[];
  // A list in older versions.
  const [cloud] = Array.isArray(body) ? (body as readonly CloudMetadata[]) : [body as CloudMetadata];
  const { resourceManager, authentication } = cloud ?? {};
  const [audience] = authentication?.audiences ?? [];
  if (resourceManager === undefined || authentication?.loginEndpoint === undefined || audience === undefined) {
    throw new Error("its answer lacks resourceManager, authentication.loginEndpoint or authentication.audiences");
  }
  return { resourceManager, loginEndpoint: authentication.loginEndpoint, audience };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
