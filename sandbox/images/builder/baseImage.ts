import { baseFolders } from "../bases/baseFolders";
import type { PublicBase } from "../../publicImages/publicBase";
import { FileTree } from "./files/fileTree";
import { newFolder } from "./files/copyFiles";
import type { Layer } from "./files/writeLayer";
import type { ContainerConfig } from "../../publicImages/containerConfig";
import type { HistoryEntry } from "./imageConfig";

export type System = "windows" | "linux";

/** What a stage begins with. */
export interface BaseImage {
  readonly os: System;
  /** major.minor.build of a Windows image. */
  readonly osVersion?: string;
  readonly config: ContainerConfig;
  readonly layers: readonly Layer[];
  readonly history: readonly HistoryEntry[];
  readonly tree: FileTree;
  /** The public image at the bottom, whose layers are unknown here. Absent: scratch. */
  readonly publicBase?: string;
}

/** @param tree Gets what the system's images have in any case. */
export function withBaseFolders(tree: FileTree, os: System): FileTree {
  baseFolders[os]
    .filter((path) => tree.get(path) === undefined)
    .forEach((path) => tree.put({ ...newFolder(path), ofBase: true }));
  return tree;
}

export function fromPublicBase({ reference, os, osVersion, config }: PublicBase): BaseImage {
  const tree = withBaseFolders(new FileTree(os), os);
  return {
    os,
    ...(osVersion === undefined ? {} : { osVersion }),
    config,
    layers: [],
    history: [],
    tree,
    publicBase: reference,
  };
}

export function scratch(os: System): BaseImage {
  return { os, config: {}, layers: [], history: [], tree: new FileTree(os) };
}
