import { lstatSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { V1Container, V1Volume } from "@kubernetes/client-node";
import type { PodFacts } from "./fieldValue";
import type { PathMapping } from "./pathMapping";
import { MissingReferenceError, type PodObjects } from "./podObjects";
import { removeProjectedFiles, writeProjectedFiles, type ProjectedFile } from "./projectedFiles";
import { ServiceAccountTokens } from "./serviceAccountTokens";
import { expandVariables } from "./variableExpansion";
import { volumeFiles } from "./volumeFiles";

/** Kubelet brings the volumes up to date about each minute (syncFrequency). */
const REFRESH_MILLISECONDS = 60_000;

/** A volume needs an object that does not exist. */
export class VolumeSetupError extends Error {
  constructor(
    readonly volumeName: string,
    message: string,
  ) {
    super(message);
  }
}

/** The volumes of one pod on disk. They outlive its containers. */
export class PodVolumes {
  private readonly tokens: ServiceAccountTokens;
  private readonly timer: NodeJS.Timeout;
  private facts: PodFacts | undefined;

  /** @param folder The pod's own. */
  constructor(
    private readonly folder: string,
    private readonly objects: PodObjects,
  ) {
    this.tokens = new ServiceAccountTokens(objects);
    // A refresh in vain is repeated by the next one.
    this.timer = setInterval(() => void this.refresh().catch(() => undefined), REFRESH_MILLISECONDS);
    this.timer.unref();
  }

  /**
   * Fills the volumes, or brings them up to date.
   * @throws VolumeSetupError when an object that a volume needs does not exist.
   */
  async prepare(facts: PodFacts): Promise<void> {
    this.facts = facts;
    await this.refresh();
  }

  /** Links the container's mounts into its root folder. */
  mount(container: V1Container, mapping: PathMapping, variables: Readonly<Record<string, string>>): void {
    for (const { name, mountPath, subPath, subPathExpr } of container.volumeMounts ?? []) {
      const part = subPath ?? (subPathExpr === undefined ? "" : expandVariables(subPathExpr, variables));
      const source = join(this.folder, name, join("/", part));
      if (lstatSync(source, { throwIfNoEntry: false }) === undefined) {
        mkdirSync(source, { recursive: true });
      }
      const target = mapping.inRoot(mountPath);
      mkdirSync(dirname(target), { recursive: true });
      rmSync(target, { recursive: true, force: true });
      symlinkSync(source, target);
    }
  }

  dispose(): void {
    clearInterval(this.timer);
    this.facts = undefined;
    removeProjectedFiles(this.folder);
  }

  private async refresh(): Promise<void> {
    const { facts } = this;
    for (const volume of facts?.pod.spec?.volumes ?? []) {
      const target = join(this.folder, volume.name);
      const files = facts && (await this.filesOf(volume, facts));
      if (this.facts === undefined) {
        return;
      }
      mkdirSync(target, { recursive: true });
      if (files !== undefined) {
        writeProjectedFiles(target, files);
      }
    }
  }

  private async filesOf(volume: V1Volume, facts: PodFacts): Promise<ProjectedFile[] | undefined> {
    try {
      return await volumeFiles(volume, { facts, objects: this.objects, tokens: this.tokens });
    } catch (error) {
      throw error instanceof MissingReferenceError ? new VolumeSetupError(volume.name, error.message) : error;
    }
  }
}
