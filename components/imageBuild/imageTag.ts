import { createHash } from "node:crypto";
import type { ImageBuildInputs } from "./imageBuildInputs";

/** What decides about an image's content. */
export type ImageMaterial = Pick<
  ImageBuildInputs,
  "os" | "baseImage" | "baseArgument" | "dockerfile" | "contextHash" | "buildArguments"
>;

/** Tag of an image: the same for the same material, wherever and in whatever order it is put together. */
export function imageTag({
  os,
  baseImage,
  baseArgument,
  dockerfile,
  contextHash,
  buildArguments,
}: ImageMaterial): string {
  const sorted = Object.entries(buildArguments).sort(([one], [other]) => (one < other ? -1 : 1));
  const material = [os, baseArgument, baseImage, dockerfile, contextHash, sorted];
  return createHash("sha256").update(JSON.stringify(material)).digest("hex").slice(0, 32);
}
