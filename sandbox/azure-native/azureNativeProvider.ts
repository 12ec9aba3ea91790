import type { Properties, ResourceProvider, ResourceType } from "../engine/provider/resourceProvider";
import { ArmClient, type ArmClientOptions } from "./armClient";
import { ArmResource } from "./armResource";
import { callFunction } from "./functions";
import { resourceShapes } from "./resourceShapes";
import { resourceTypes } from "./resourceTypes";
import type { Settings } from "./settings";
import { SdkTypings } from "./shapes/sdkTypings";
import { nestedPlacements } from "./types/nestedPlacements";

export interface AzureNativeProviderOptions extends ArmClientOptions {
  /** Subscription of resources, unless the provider's configuration names another. */
  readonly subscriptionId: string;
  readonly tenantId: string;
  /** Client and object id of the principal that deploys, for `getClientConfig`. */
  readonly clientId: string;
  readonly objectId: string;
}

/**
 * The azure-native provider of the sandbox: the official one's type tokens, over any server that speaks Azure Resource
 * Manager's REST interface. Version 3.28.0, which the SDK in use belongs to.
 */
export function azureNativeProvider(options: AzureNativeProviderOptions): ResourceProvider {
  const { subscriptionId, tenantId, clientId, objectId } = options;
  const client = new ArmClient(options);
  const typings = new SdkTypings(nestedPlacements);
  const settings: Settings = { subscriptionId };
  const created = new Map<string, ResourceType>();
  return {
    name: "azure-native",
    version: "3.28.0",
    configure(config) {
      settings.subscriptionId = text(config["subscriptionId"]) ?? settings.subscriptionId;
      settings.location = text(config["location"]) ?? settings.location;
    },
    resourceType(token) {
      const spec = resourceTypes.get(token);
      const type =
        created.get(token) ?? (spec && new ArmResource(spec, resourceShapes(spec, typings), client, settings));
      if (type !== undefined) {
        created.set(token, type);
      }
      return type;
    },
    async invoke(token, args): Promise<Properties> {
      switch (token) {
        case "azure-native:authorization:getClientConfig":
          return { clientId, objectId, subscriptionId: settings.subscriptionId, tenantId };
        case "azure-native:authorization:getClientToken":
          return { token: await options.accessToken() };
        default:
          return callFunction(token, args, { client, settings, typings });
      }
    },
  };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
