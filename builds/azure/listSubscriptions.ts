import {
  bearerTokenAuthenticationPolicy,
  createDefaultHttpClient,
  createPipelineFromOptions,
  createPipelineRequest,
  RestError,
} from "@azure/core-rest-pipeline";
import type { AzureAccess } from "./azureAccess";

/** The ids of the subscriptions that the identity sees. */
export async function listSubscriptions(azure: AzureAccess): Promise<readonly string[]> {
  const pipeline = createPipelineFromOptions({});
  pipeline.addPolicy(
    bearerTokenAuthenticationPolicy({ credential: azure.credential, scopes: `${azure.audience}/.default` }),
  );
  const ids: string[] = [];
  let url: string | undefined = `${azure.resourceManagerUrl}/subscriptions?api-version=2022-12-01`;
  while (url !== undefined) {
    const request = createPipelineRequest({ url });
    const response = await pipeline.sendRequest(azure.httpClient ?? createDefaultHttpClient(), request);
    if (response.status !== 200) {
      throw new RestError(`GET /subscriptions answers ${response.status}`, {
        statusCode: response.status,
        request,
        response,
      });
    }
    const page = JSON.parse(response.bodyAsText ?? "{}") as Page;
    ids.push(...(page.value ?? []).map(({ subscriptionId }) => subscriptionId));
    url = page.nextLink;
  }
  return ids;
}

/** learn.microsoft.com/rest/api/resources/subscriptions/list */
interface Page {
  readonly value?: readonly { readonly subscriptionId: string }[];
  readonly nextLink?: string;
}
