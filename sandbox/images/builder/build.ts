import type { BuildOrder } from "../../azure/containerRegistry/imageBuilder";
import type { BaseImage } from "./baseImage";
import type { Dockerfile, Stage } from "./dockerfile/instruction";
import type { FileTree } from "./files/fileTree";

/** One build, while it lasts. */
export interface Build {
  readonly dockerfile: Dockerfile;
  /** Those that lead to the target. */
  readonly stages: readonly Stage[];
  readonly context: FileTree;
  readonly order: Pick<BuildOrder, "platform" | "buildArguments">;
  /** Pulls an image by its reference. @throws BuildProblem when it cannot be had. */
  readonly pull: (reference: string) => Promise<BaseImage>;
  /** For files that belong to the build. */
  readonly folder: string;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}
