import { createHash } from "node:crypto";
import { parentsOf, type FileTree, type TreeEntry } from "./files/fileTree";
import type { Layer } from "./files/writeLayer";
import type { ContainerConfig } from "../../publicImages/containerConfig";
import { linuxPath } from "../bases/linuxPath";
import type { BaseImage, System } from "./baseImage";
import { creationTime, notExecuted, type HistoryEntry, type ImageConfig } from "./imageConfig";

/** The image of a stage, while its instructions change it. */
export class StageState {
  readonly tree: FileTree;
  readonly os: System;
  config: ContainerConfig;
  /** Values of ARG that are in force. */
  readonly arguments = new Map<string, string>();
  /** Set by a CMD of this Dockerfile: an ENTRYPOINT drops that of the base only. */
  ownCmd = false;
  private readonly layers: Layer[];
  private readonly history: HistoryEntry[];

  constructor(
    readonly base: BaseImage,
    private readonly architecture: string,
  ) {
    this.tree = base.tree.copy();
    this.os = base.os;
    this.config = withPath(base);
    this.layers = [...base.layers];
    this.history = [...base.history];
  }

  /** What substitutes variables: ENV goes before ARG. */
  get variables(): ReadonlyMap<string, string> {
    const environment = (this.config.Env ?? []).map((entry) => {
      const equals = entry.indexOf("=");
      return [entry.slice(0, equals), entry.slice(equals + 1)] as const;
    });
    return new Map([...this.arguments, ...environment]);
  }

  /** Whether the image may have a file of which nothing is known: one that RUN has made, or one of the public base's own. */
  mayHold(path: string): boolean {
    const nearest = parentsOf(path)
      .reverse()
      .find((folder) => this.tree.get(folder) !== undefined);
    return (
      this.history.some(({ comment }) => comment === notExecuted) ||
      (nearest !== undefined && this.tree.get(nearest)?.ofBase === true)
    );
  }

  /**
   * Notes an instruction that has made no layer.
   * @param isIncomplete Whether the sandbox could not do all of what it says.
   */
  note(instruction: string, isIncomplete = false): void {
    this.history.push({ ...historyEntry(instruction, isIncomplete), empty_layer: true });
  }

  /** The same for one that has made a layer. */
  add(instruction: string, layer: Layer, entries: readonly TreeEntry[], isIncomplete = false): void {
    entries.forEach((entry) => this.tree.put(entry));
    this.layers.push(layer);
    this.history.push(historyEntry(instruction, isIncomplete));
  }

  get image(): { readonly config: ImageConfig; readonly layers: readonly Layer[] } {
    const { osVersion } = this.base;
    const config: ImageConfig = {
      architecture: this.architecture,
      os: this.os,
      ...(osVersion === undefined ? {} : { "os.version": osVersion }),
      created: creationTime,
      config: this.config,
      rootfs: { type: "layers", diff_ids: this.layers.map(({ diffId }) => diffId) },
      history: this.history,
    };
    return { config, layers: this.layers };
  }

  /** As a build's log shows it after each step. */
  get shortId(): string {
    return sha256(JSON.stringify(this.image.config)).slice("sha256:".length, "sha256:".length + 12);
  }
}

function historyEntry(instruction: string, isIncomplete: boolean): HistoryEntry {
  return { created: creationTime, created_by: instruction, ...(isIncomplete ? { comment: notExecuted } : {}) };
}

function withPath({ os, config }: BaseImage): ContainerConfig {
  const { Env = [] } = config;
  return os === "windows" || Env.some((entry) => entry.startsWith("PATH="))
    ? config
    : { ...config, Env: [...Env, linuxPath] };
}

export function sha256(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
