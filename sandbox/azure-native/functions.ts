import { ProviderError, type Properties } from "../engine/provider/resourceProvider";
import type { ArmClient } from "./armClient";
import { ArmError } from "./armError";
import { functionSpecs } from "./functionSpecs";
import { fillPath } from "./resourceId";
import type { Settings } from "./settings";
import { responseOutputs } from "./shapes/responseOutputs";
import type { SdkTypings } from "./shapes/sdkTypings";
import type { FunctionSpec } from "./types/functionSpec";

interface Context {
  readonly client: ArmClient;
  readonly settings: Settings;
  readonly typings: SdkTypings;
}

/** Calls a function of the provider. As with the official one its results are not marked secret, whatever they hold. */
export async function callFunction(token: string, args: Properties, context: Context): Promise<Properties> {
  const spec = functionSpecs.get(token);
  if (spec === undefined) {
    throw new ProviderError(`The sandbox's azure-native provider has no function ${token}.`);
  }
  const id = fillPath(spec.path, { subscriptionId: context.settings.subscriptionId, ...args });
  const body = await request(spec, id, args, context.client);
  const { file, result } = spec.typings;
  const outputs = responseOutputs(context.typings.declared(file, result, spec.placement), body);
  return spec.method === "GET" ? { ...outputs, azureApiVersion: spec.apiVersion } : outputs;
}

async function request(spec: FunctionSpec, id: string, args: Properties, client: ArmClient): Promise<Properties> {
  try {
    return spec.method === "GET" ? await client.get(id, spec.apiVersion) : await client.post(id, query(spec, args));
  } catch (error) {
    throw error instanceof ArmError ? new ProviderError(`request failed ${id}: ${error.message}`) : error;
  }
}

function query(spec: FunctionSpec, args: Properties): Record<string, string> {
  const given = Object.entries(spec.query ?? {}).filter(([name]) => args[name] !== undefined);
  const parameters = given.map(([name, parameter]): [string, string] => [parameter, String(args[name])]);
  return { "api-version": spec.apiVersion, ...Object.fromEntries(parameters) };
}
