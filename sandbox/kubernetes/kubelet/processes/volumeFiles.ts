import type { V1DownwardAPIVolumeFile, V1KeyToPath, V1Volume, V1VolumeProjection } from "@kubernetes/client-node";
import { fieldValue, resourceValue, type PodFacts } from "./fieldValue";
import { MissingReferenceError, type ObjectContents, type PodObjects } from "./podObjects";
import type { ProjectedFile } from "./projectedFiles";
import type { ServiceAccountTokens } from "./serviceAccountTokens";

export interface VolumeSources {
  readonly facts: PodFacts;
  readonly objects: PodObjects;
  readonly tokens: ServiceAccountTokens;
}

const DEFAULT_MODE = 0o644;
/** The API server's default for a projected token. */
const DEFAULT_TOKEN_SECONDS = 3600;

/**
 * The files of a volume that Kubernetes fills, undefined for every other kind.
 * @throws MissingReferenceError when an object or key that is not optional does not exist.
 */
export async function volumeFiles(volume: V1Volume, sources: VolumeSources): Promise<ProjectedFile[] | undefined> {
  const { secret, configMap, downwardAPI, projected } = volume;
  if (secret !== undefined) {
    const projection = { secret: { ...secret, name: secret.secretName } };
    return projectionFiles(projection, secret.defaultMode ?? DEFAULT_MODE, sources);
  }
  if (configMap !== undefined) {
    return projectionFiles({ configMap }, configMap.defaultMode ?? DEFAULT_MODE, sources);
  }
  if (downwardAPI !== undefined) {
    return projectionFiles({ downwardAPI }, downwardAPI.defaultMode ?? DEFAULT_MODE, sources);
  }
  if (projected !== undefined) {
    const mode = projected.defaultMode ?? DEFAULT_MODE;
    const all = (projected.sources ?? []).map((projection) => projectionFiles(projection, mode, sources));
    return (await Promise.all(all)).flat();
  }
  return undefined;
}

async function projectionFiles(
  { secret, configMap, downwardAPI, serviceAccountToken }: V1VolumeProjection,
  mode: number,
  { facts, objects, tokens }: VolumeSources,
): Promise<ProjectedFile[]> {
  if (secret !== undefined) {
    return keyFiles(await objects.secret(secret), secret, "secret", mode);
  }
  if (configMap !== undefined) {
    return keyFiles(await objects.configMap(configMap), configMap, "configmap", mode);
  }
  if (downwardAPI !== undefined) {
    return (downwardAPI.items ?? []).map((item) => downwardFile(item, mode, facts));
  }
  if (serviceAccountToken !== undefined) {
    const { metadata, spec } = facts.pod;
    const token = await tokens.token({
      serviceAccountName: spec?.serviceAccountName ?? "default",
      podName: metadata?.name ?? "",
      podUid: metadata?.uid ?? "",
      audience: serviceAccountToken.audience,
      expirationSeconds: serviceAccountToken.expirationSeconds ?? DEFAULT_TOKEN_SECONDS,
    });
    return [{ path: serviceAccountToken.path, content: Buffer.from(token), mode }];
  }
  return [];
}

/** All keys under their own names, or the chosen ones under the paths given for them. */
function keyFiles(
  contents: ObjectContents,
  { items, optional }: { readonly items?: readonly V1KeyToPath[]; readonly optional?: boolean },
  kind: string,
  defaultMode: number,
): ProjectedFile[] {
  if (items === undefined) {
    return [...contents].map(([path, content]) => ({ path, content, mode: defaultMode }));
  }
  return items.flatMap(({ key, path, mode }) => {
    const content = contents.get(key);
    if (content === undefined && optional !== true) {
      throw new MissingReferenceError(`references non-existent ${kind} key: ${key}`);
    }
    return content === undefined ? [] : [{ path, content, mode: mode ?? defaultMode }];
  });
}

function downwardFile(
  { path, fieldRef, resourceFieldRef, mode }: V1DownwardAPIVolumeFile,
  defaultMode: number,
  facts: PodFacts,
): ProjectedFile {
  const named = facts.pod.spec?.containers.find(({ name }) => name === resourceFieldRef?.containerName);
  const ofResource =
    resourceFieldRef === undefined || named === undefined ? "" : resourceValue(resourceFieldRef, named, facts);
  const text = fieldRef === undefined ? ofResource : fieldValue(fieldRef, facts);
  return { path, content: Buffer.from(text), mode: mode ?? defaultMode };
}
