import { isRecord } from "../engine/provider/properties";
import type { Properties } from "../engine/provider/resourceProvider";
import type { ResourceTypeSpec } from "./types/resourceTypeSpec";

/**
 * Some lists inside a resource hold parts that may also be resources of their own, such as a virtual network's subnets.
 * A PUT without the list would delete them (pulumi-azure-native CONTRIBUTING.md, "Sub-resources").
 */

/** At creation there are no parts yet, and some services demand the list. */
export function resetMaintained(spec: ResourceTypeSpec, body: Properties): Properties {
  return withProperties(body, unset(spec, body), () => []);
}

/** At an update the list is sent as the service has it. */
export async function keepMaintained(
  spec: ResourceTypeSpec,
  body: Properties,
  read: () => Promise<Properties | undefined>,
): Promise<Properties> {
  const names = unset(spec, body);
  const live = names.length === 0 ? undefined : propertiesOf(await read());
  return live === undefined ? body : withProperties(body, names, (name) => live[name]);
}

/** A refresh does not move the parts into inputs that do not name them. */
export function omitMaintained(spec: ResourceTypeSpec, outputs: Properties, inputs: Properties): Properties {
  const hidden = (spec.maintained ?? []).filter((name) => inputs[name] === undefined);
  return Object.fromEntries(Object.entries(outputs).filter(([name]) => !hidden.includes(name)));
}

function unset(spec: ResourceTypeSpec, body: Properties): string[] {
  return (spec.maintained ?? []).filter((name) => propertiesOf(body)[name] === undefined);
}

function withProperties(body: Properties, names: readonly string[], value: (name: string) => unknown): Properties {
  const additions = names.flatMap((name): [string, unknown][] => {
    const addition = value(name);
    return addition === undefined ? [] : [[name, addition]];
  });
  return additions.length === 0
    ? body
    : { ...body, properties: { ...propertiesOf(body), ...Object.fromEntries(additions) } };
}

function propertiesOf(body: Properties | undefined): Properties {
  const properties = body?.["properties"];
  return isRecord(properties) ? properties : {};
}
