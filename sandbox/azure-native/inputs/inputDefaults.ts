import { unknownValue } from "../../engine/provider/properties";
import type { CheckRequest, Properties } from "../../engine/provider/resourceProvider";
import type { ArmClient } from "../armClient";
import { pathParameters } from "../resourceId";
import type { ResourceShapes } from "../resourceShapes";
import type { Settings } from "../settings";
import type { ResourceTypeSpec } from "../types/resourceTypeSpec";
import { autoName, autoNameKind } from "./autoName";

/** Marks inputs whose name has a random part: a replacement may then be created before the old resource is deleted. */
export const createBeforeDelete = "__createBeforeDelete";

const resourceGroupApiVersion = "2020-10-01";

interface Context {
  readonly spec: ResourceTypeSpec;
  readonly shapes: ResourceShapes;
  readonly client: ArmClient;
  readonly settings: Settings;
}

/** Fills in name, location and API version where the program gives none. Names and locations that were filled in once stay. */
export async function withDefaults(request: Omit<CheckRequest, "urn">, context: Context): Promise<Properties> {
  const { spec, shapes } = context;
  const inputs: Properties = { ...request.inputs };
  const parameter = pathParameters(spec.path).at(-1) ?? "";
  if (inputs[parameter] === undefined) {
    const kind = autoNameKind(spec.path);
    const kept = request.oldInputs[parameter];
    const isRandom = kept === undefined ? kind !== "copy" : request.oldInputs[createBeforeDelete] === true;
    inputs[parameter] = kept ?? autoName(kind, request.name, request.randomSeed);
    if (isRandom) {
      inputs[createBeforeDelete] = true;
    }
  }
  if (inputs["location"] === undefined && shapes.body.properties.has("location")) {
    const location = request.oldInputs["location"] ?? (await defaultLocation(inputs, context));
    if (location !== undefined) {
      inputs["location"] = location;
    }
  }
  inputs["azureApiVersion"] ??= spec.apiVersion;
  return inputs;
}

/** The configured location, else that of the resource group. */
async function defaultLocation(inputs: Properties, { client, settings }: Context): Promise<string | undefined> {
  const group = inputs["resourceGroupName"];
  if (settings.location !== undefined || typeof group !== "string" || group === unknownValue) {
    return settings.location ?? (group === unknownValue ? unknownValue : undefined);
  }
  const path = `/subscriptions/${settings.subscriptionId}/resourceGroups/${group}`;
  const live = await client.read(path, resourceGroupApiVersion).catch(() => undefined);
  return typeof live?.["location"] === "string" ? live["location"] : undefined;
}
