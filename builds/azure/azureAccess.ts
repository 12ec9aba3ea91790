import type { HttpClient } from "@azure/core-rest-pipeline";
import type { TokenCredential } from "@azure/identity";
import { azureCredential } from "./azureCredential";
import { cloudEndpoints } from "./cloudEndpoints";

/** How Azure's resource manager is reached, and who asks. */
export interface AzureAccess {
  readonly credential: TokenCredential;
  /** Without a slash at the end. */
  readonly resourceManagerUrl: string;
  /** What tokens for it are asked for, without a slash at the end. */
  readonly audience: string;
  readonly subscriptionId?: string;
  /** What sends requests to the resource manager. Default: Node's own HTTP. */
  readonly httpClient?: HttpClient;
}

/**
 * The access that the environment describes: the same variables as azure-native's, those that the AzureCLI task of a
 * pipeline sets with `addSpnToEnvironment`, or else the az CLI that is signed in. Nobody is signed in before the first request.
 * @throws BuildError that names every variable that is missing or wrong.
 */
export async function azureAccess(env: NodeJS.ProcessEnv): Promise<AzureAccess> {
  const endpoints = await cloudEndpoints(env);
  return {
    credential: azureCredential(env, endpoints),
    resourceManagerUrl: endpoints.resourceManagerUrl,
    audience: endpoints.audience,
    subscriptionId: env["ARM_SUBSCRIPTION_ID"],
  };
}
