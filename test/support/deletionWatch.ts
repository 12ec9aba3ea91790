import { type KubeConfig, Watch } from "@kubernetes/client-node";
import { record } from "../sandbox/azuredevops/fixture";

/** A deleted object and the revision of the cluster's data with which it went: a later deletion has a higher one. */
export interface Deletion {
  readonly kind: string;
  readonly name: string;
  readonly revision: number;
}

/** Notes which objects below a path of the API server are deleted, from now on and until the server ends. */
export async function watchDeletions(config: KubeConfig, path: string): Promise<readonly Deletion[]> {
  const deletions: Deletion[] = [];
  await new Watch(config).watch(
    path,
    {},
    (phase, object: unknown) => {
      const { kind, metadata } = record(object);
      const { name, resourceVersion } = record(metadata);
      if (phase === "DELETED") {
        deletions.push({ kind: String(kind), name: String(name), revision: Number(resourceVersion) });
      }
    },
    () => undefined,
  );
  return deletions;
}
