import {
  ProviderError,
  type CheckFailure,
  type Properties,
  type ResourceProvider,
} from "../engine/provider/resourceProvider";
import { containsUnknown } from "../engine/provider/properties";
import { functions } from "./provider/functions";
import { pipelineAuthorization } from "./provider/pipelineAuthorization";
import { pool } from "./provider/pool";
import { queue } from "./provider/queue";
import type { ResourceContext, ResourceDefinition } from "./provider/resourceDefinition";
import { resourceType } from "./provider/resourceType";
import { RestClient, type Credential } from "./provider/restClient";
import { securityRoleAssignment } from "./provider/securityRoleAssignment";
import { serviceEndpointAzureRm } from "./provider/serviceEndpointAzureRm";
import { servicePrincipalEntitlement } from "./provider/servicePrincipalEntitlement";

export interface AzureDevOpsProviderOptions {
  /** Stands for `https://dev.azure.com`. */
  readonly emulatorUrl: string;
  /** Used instead of the credentials in the provider's configuration, which are for the real service. */
  credentials(): Promise<Credential>;
  /** How long to wait for what the service was asked for to show. Default 300 s, as the official provider. */
  readonly pollTimeoutSeconds?: number;
}

const pollIntervalMilliseconds = 50;

const definitions: Readonly<Record<string, ResourceDefinition>> = {
  "azuredevops:index/pool:Pool": pool,
  "azuredevops:index/queue:Queue": queue,
  "azuredevops:index/pipelineAuthorization:PipelineAuthorization": pipelineAuthorization,
  "azuredevops:index/servicePrincipalEntitlement:ServicePrincipalEntitlement": servicePrincipalEntitlement,
  "azuredevops:index/securityroleAssignment:SecurityroleAssignment": securityRoleAssignment,
  "azuredevops:index/serviceEndpointAzureRM:ServiceEndpointAzureRM": serviceEndpointAzureRm,
};

/** Stands for the official azuredevops provider 3.15.0, which is bridged from terraform-provider-azuredevops 1.15.1. */
export function azureDevOpsProvider(options: AzureDevOpsProviderOptions): ResourceProvider {
  let client: RestClient | undefined;
  const configured = (): RestClient => {
    if (client === undefined) {
      throw new ProviderError("the url of the Azure DevOps is required");
    }
    return client;
  };
  const context = (): ResourceContext => ({
    client: configured(),
    poll: (what, ask) => poll(what, ask, options.pollTimeoutSeconds ?? 300),
  });
  return {
    name: "azuredevops",
    version: "3.15.0",
    configure: (config) => {
      const url = organizationUrl(config, options.emulatorUrl);
      client = url === undefined ? undefined : new RestClient(url, () => options.credentials());
    },
    checkConfig: (config) => configProblems(config, options.emulatorUrl),
    resourceType: (token) => {
      const definition = definitions[token];
      return definition && resourceType(definition, context);
    },
    invoke: async (token, args) => {
      const call = functions[token];
      if (call === undefined) {
        throw new ProviderError(`The sandbox's azuredevops provider has no function ${token}.`);
      }
      try {
        return await call(configured(), args);
      } catch (error) {
        throw new ProviderError(error instanceof Error ? error.message : String(error));
      }
    },
  };
}

function configProblems(config: Properties, emulatorUrl: string): CheckFailure[] {
  try {
    organizationUrl(config, emulatorUrl);
    return [];
  } catch (error) {
    return [{ property: "orgServiceUrl", reason: error instanceof Error ? error.message : String(error) }];
  }
}

/** The emulator's URL of the configured organization; undefined as long as none is known. */
function organizationUrl({ orgServiceUrl }: Properties, emulatorUrl: string): string | undefined {
  const configured = orgServiceUrl ?? process.env["AZDO_ORG_SERVICE_URL"];
  if (typeof configured !== "string" || configured === "" || containsUnknown(configured)) {
    return undefined;
  }
  const url = configured.replace(/\/+$/, "");
  const name =
    /^https:\/\/dev\.azure\.com\/([^/]+)$/i.exec(url)?.[1] ?? /^https:\/\/([^./]+)\.visualstudio\.com$/i.exec(url)?.[1];
  if (name === undefined) {
    throw new ProviderError(
      `orgServiceUrl ${url} is not of the form https://dev.azure.com/<organization> or https://<organization>.visualstudio.com`,
    );
  }
  return `${emulatorUrl.replace(/\/+$/, "")}/${name}`;
}

async function poll<T>(what: string, ask: () => Promise<T | undefined>, timeoutSeconds: number): Promise<T> {
  const deadline = Date.now() + timeoutSeconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) {
      return answer;
    }
    if (Date.now() > deadline) {
      throw new ProviderError(`${what}. timeout while waiting (timeout: ${timeoutSeconds}s)`);
    }
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMilliseconds));
  }
}
