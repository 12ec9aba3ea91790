import type { V1Container, V1EnvVar, V1EnvVarSource } from "@kubernetes/client-node";
import { fieldValue, resourceValue, type PodFacts } from "./fieldValue";
import { MissingReferenceError, type ObjectContents, type PodObjects } from "./podObjects";
import { apiServerVariables, serviceVariables, type ApiServerAddress } from "./serviceVariables";
import { expandVariables } from "./variableExpansion";

export type Variables = Readonly<Record<string, string>>;

export interface EnvironmentSources {
  readonly facts: PodFacts;
  readonly objects: PodObjects;
  readonly apiServer: ApiServerAddress;
}

/**
 * The environment that a kubelet gives a container, without what its image sets: variables of services below `envFrom`,
 * and that below `env` (pkg/kubelet/kubelet_pods.go, makeEnvironmentVariables).
 * @throws MissingReferenceError when an object or key that is not optional does not exist.
 */
export async function podEnvironment(container: V1Container, sources: EnvironmentSources): Promise<Variables> {
  const { facts, objects, apiServer } = sources;
  const withLinks = facts.pod.spec?.enableServiceLinks !== false;
  const services = {
    ...(withLinks ? serviceVariables(await objects.services()) : {}),
    ...apiServerVariables(apiServer),
  };
  const variables: Record<string, string> = { ...services, ...(await fromWholeObjects(container, objects)) };
  for (const variable of container.env ?? []) {
    const value = await valueOf(variable, container, sources, variables);
    if (value !== undefined) {
      variables[variable.name] = value;
    }
  }
  return { HOSTNAME: hostName(facts), ...variables };
}

function hostName({ pod, node }: PodFacts): string {
  const own = pod.spec?.hostname ?? pod.metadata?.name ?? "";
  return pod.spec?.hostNetwork === true ? (node.metadata?.name ?? own) : own;
}

async function fromWholeObjects(container: V1Container, objects: PodObjects): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { prefix, secretRef, configMapRef } of container.envFrom ?? []) {
    const contents = [
      ...(configMapRef === undefined ? [] : await objects.configMap(configMapRef)),
      ...(secretRef === undefined ? [] : await objects.secret(secretRef)),
    ];
    for (const [key, value] of contents) {
      found[`${prefix ?? ""}${key}`] = value.toString("utf8");
    }
  }
  return found;
}

async function valueOf(
  { value, valueFrom }: V1EnvVar,
  container: V1Container,
  sources: EnvironmentSources,
  known: Variables,
): Promise<string | undefined> {
  return valueFrom === undefined || valueFrom === null
    ? expandVariables(value ?? "", known)
    : referredValue(valueFrom, container, sources);
}

/** Undefined when the reference is optional and leads nowhere. */
async function referredValue(
  { fieldRef, resourceFieldRef, secretKeyRef, configMapKeyRef }: V1EnvVarSource,
  container: V1Container,
  { facts, objects }: EnvironmentSources,
): Promise<string | undefined> {
  if (fieldRef !== undefined) {
    return fieldValue(fieldRef, facts);
  }
  if (resourceFieldRef !== undefined) {
    const named = facts.pod.spec?.containers.find(({ name }) => name === resourceFieldRef.containerName);
    return resourceValue(resourceFieldRef, named ?? container, facts);
  }
  if (secretKeyRef !== undefined) {
    const missing = `couldn't find key ${secretKeyRef.key} in Secret ${objects.namespace}/${secretKeyRef.name ?? ""}`;
    return keyOf(await objects.secret(secretKeyRef), secretKeyRef, missing);
  }
  if (configMapKeyRef !== undefined) {
    const { key, name = "" } = configMapKeyRef;
    const missing = `couldn't find key ${key} in ConfigMap ${objects.namespace}/${name}`;
    return keyOf(await objects.configMap(configMapKeyRef), configMapKeyRef, missing);
  }
  return undefined;
}

function keyOf(
  contents: ObjectContents,
  { key, optional }: { readonly key: string; readonly optional?: boolean },
  missing: string,
): string | undefined {
  const value = contents.get(key)?.toString("utf8");
  if (value === undefined && optional !== true) {
    throw new MissingReferenceError(missing);
  }
  return value;
}
