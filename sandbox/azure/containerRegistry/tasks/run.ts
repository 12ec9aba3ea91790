import { parentId } from "../../armPath";
import { type JsonObject, listAt, textAt } from "../../json";
import { type ResourceStore, type StoredResource, withProperties } from "../../store";

export const runType = "Microsoft.ContainerRegistry/registries/runs";

export type RunStatus = "Queued" | "Started" | "Running" | "Succeeded" | "Failed" | "Canceled" | "Error" | "Timeout";

/** What `x-ms-meta-Complete` of a run's log says. The words that azure-cli's acr/_stream_utils.py knows, and "successful". */
export const completeWords: Readonly<Partial<Record<RunStatus, string>>> = {
  Succeeded: "successful",
  Failed: "failed",
  Canceled: "canceled",
  Error: "internalerror",
  Timeout: "timedout",
};

export const statusOf = (run: StoredResource) => textAt(run.body, "properties.status") as RunStatus | undefined;

export function isFinished(run: StoredResource): boolean {
  const status = statusOf(run);
  return status !== undefined && completeWords[status] !== undefined;
}

export const registryOfRun = (run: StoredResource) => parentId(run.id);

/** Changes a run's properties, if it still exists. */
export function updateRun(id: string, properties: JsonObject, store: ResourceStore, now: Date): void {
  const run = store.get(id);
  if (run !== undefined) {
    store.put(withProperties(run, { ...properties, lastUpdatedTime: now.toISOString() }));
  }
}

/** What a run builds, as it is kept. */
export interface RunBuild {
  readonly relativePath: string;
  readonly dockerfile: string;
  readonly imageNames: readonly string[];
  readonly os: "windows" | "linux";
  readonly architecture: string;
  /** Without the values of secret ones, which are not written to disk. */
  readonly buildArguments: readonly { readonly name: string; readonly value?: string }[];
  readonly target?: string;
  readonly push: boolean;
  readonly timeoutSeconds: number;
  /** Object id of who has scheduled the run. */
  readonly callerId: string;
  /** As whom the registry is signed in to: `[caller]`. */
  readonly identity?: string;
  readonly loginMode?: string;
}

export const buildOf = ({ internal }: StoredResource) => internal["build"] as RunBuild;

/** In the service, two letters that differ from registry to registry. */
const idPrefix = "ca";

/** The next run's id: "ca1" … "ca9", "caa" … The number is to the base of 36, as in "cbx" (Azure/azure-cli#28151) and "cgk73" (#31841). */
export function nextRunId(registryId: string, store: ResourceStore): string {
  const numbers = store.children(registryId, runType).map(({ name }) => parseInt(name.slice(idPrefix.length), 36));
  return `${idPrefix}${(Math.max(0, ...numbers) + 1).toString(36)}`;
}

export const outputImagesOf = (run: StoredResource) => listAt(run.body, "properties.outputImages");
