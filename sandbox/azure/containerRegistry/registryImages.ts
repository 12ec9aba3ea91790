import { createHash } from "node:crypto";
import { isObject, listAt, textAt } from "../json";
import type { ResourceStore, StoredResource } from "../store";

/** An image as it is put into a registry. */
export interface ImageContent {
  /** Such as "agents/windows2022". */
  readonly repository: string;
  readonly tag: string;
  readonly os: "windows" | "linux";
  /** major.minor.build of the base of a Windows image, such as "10.0.20348". */
  readonly osVersion?: string;
  /** "agent": the sandbox has its content and runs it. "foreign": it is known by name alone, and its containers are simulated. */
  readonly kind: "agent" | "foreign";
}

/** An image of a registry: a tag, or several with one digest. */
export interface RegistryImage extends ImageContent {
  /** "sha256:" and the digest of the sandbox's own description of the image: no registry outside has it. */
  readonly digest: string;
}

/** What a registry holds, one entry for each tag. The images live and go with their registry's record. */
export function imagesOf(registry: StoredResource): readonly RegistryImage[] {
  return listAt(registry.internal, "images").filter(isRegistryImage);
}

/** Puts an image into a registry, in the place of the one that has the tag. */
export function putImage(registryId: string, image: RegistryImage, store: ResourceStore): void {
  const registry = store.get(registryId);
  if (registry === undefined) {
    return;
  }
  const others = imagesOf(registry).filter(
    ({ repository, tag }) => repository !== image.repository || tag !== image.tag,
  );
  store.put({ ...registry, internal: { ...registry.internal, images: [...others, image] } });
}

/** The image with the digest by which it is known wherever it is copied to. */
export function withDigest(content: ImageContent): RegistryImage {
  const { repository, tag, os, osVersion, kind } = content;
  const description = JSON.stringify({ repository, tag, os, osVersion, kind });
  return { ...content, digest: `sha256:${createHash("sha256").update(description).digest("hex")}` };
}

/** The image that a tag or a digest of a repository names. */
export function findImage(
  registry: StoredResource,
  repository: string,
  { tag, digest }: { readonly tag?: string; readonly digest?: string },
): RegistryImage | undefined {
  return imagesOf(registry).find(
    (image) => image.repository === repository && (digest === undefined ? image.tag === tag : image.digest === digest),
  );
}

function isRegistryImage(value: unknown): value is RegistryImage {
  return isObject(value) && textAt(value, "digest") !== undefined && textAt(value, "repository") !== undefined;
}
