import { createHash } from "node:crypto";
import { at, isObject, listAt, numberAt, textAt } from "../json";
import type { ResourceStore, StoredResource } from "../store";
import type { ImageContents } from "./imageContents";

/** What an image is made for and from. */
export interface ImageOrigin {
  readonly os: "windows" | "linux";
  /** major.minor.build of the base of a Windows image, such as "10.0.20348". */
  readonly osVersion?: string;
  /** The public image at the bottom, or of which it is a copy, such as "docker.io/library/ubuntu:24.04"; absent: from nothing. */
  readonly publicBase?: string;
}

/** A manifest of a repository. */
export interface RegistryImage extends ImageOrigin {
  /** Such as "agents/windows2022". */
  readonly repository: string;
  /** "sha256:" and the manifest's digest; of an image that is known by name alone, that of its description, which no registry outside has. */
  readonly digest: string;
  /** "built": manifest and layers lie in the OCI registry. "foreign": it is known by name alone, and its containers are simulated. */
  readonly kind: "built" | "foreign";
  /** None: the manifest is untagged, and only its digest leads to it. */
  readonly tags: readonly string[];
  /** When the retention policy deletes the untagged manifest. */
  readonly deletedAt?: string;
}

/** A manifest on its way into a registry. */
export type NewImage = Omit<RegistryImage, "tags" | "deletedAt">;

const registryType = "Microsoft.ContainerRegistry/registries";

/** What the registries of the emulated cloud hold. The images live and go with their registry's record. */
export class RegistryImages {
  constructor(
    private readonly store: ResourceStore,
    private readonly now: () => Date,
    private readonly contents: ImageContents | undefined,
  ) {}

  registryAt(loginServer: string): StoredResource | undefined {
    return this.store.ofType(registryType).find((registry) => loginServerOf(registry) === loginServer.toLowerCase());
  }

  /** The image that a tag or a digest of a repository names. */
  find(
    registry: StoredResource,
    repository: string,
    { tag, digest }: { readonly tag?: string; readonly digest?: string },
  ): RegistryImage | undefined {
    return imagesOf(registry)
      .filter((image) => image.repository === repository && !this.isDue(image))
      .find((image) =>
        digest === undefined ? tag !== undefined && image.tags.includes(tag) : image.digest === digest,
      );
  }

  /**
   * Puts an image under a tag, which is taken from the manifest that has it. The content of a built image is there already.
   * @returns whether the registry is still there.
   */
  put(registryId: string, image: NewImage, tag: string): boolean {
    const registry = this.store.get(registryId);
    if (registry === undefined) {
      return false;
    }
    const same = (other: RegistryImage) => other.repository === image.repository && other.digest === image.digest;
    const images = imagesOf(registry);
    const others = images
      .filter((other) => !same(other))
      .map((other) => (other.repository === image.repository ? this.untagged(other, tag, registry) : other));
    const tags = new Set([...(images.find(same)?.tags ?? []), tag]);
    this.save(registry, [...others, { ...image, tags: [...tags] }]);
    return true;
  }

  /** The same with the content, from another registry or repository. */
  async copy(
    from: { readonly registry: StoredResource | undefined; readonly image: NewImage },
    registryId: string,
    { repository, tag }: { readonly repository: string; readonly tag: string },
  ): Promise<void> {
    const registry = this.store.get(registryId);
    const { image } = from;
    if (image.kind === "built" && registry !== undefined && from.registry !== undefined) {
      const target = { ...addressOf(registry, image), repository };
      await this.contents?.copy(addressOf(from.registry, image), target, tag);
    }
    this.put(registryId, { ...image, repository }, tag);
  }

  /** Deletes the manifests whose time has come. */
  async removeDue(): Promise<void> {
    for (const registry of this.store.ofType(registryType)) {
      const due = imagesOf(registry).filter((image) => this.isDue(image));
      if (due.length > 0) {
        await this.removeContents(registry, due);
        const current = this.store.get(registry.id) ?? registry;
        this.save(
          current,
          imagesOf(current).filter((image) => !this.isDue(image)),
        );
      }
    }
  }

  /** The registry is about to go. */
  async removeAll(registry: StoredResource): Promise<void> {
    await this.removeContents(registry, imagesOf(registry));
  }

  private async removeContents(registry: StoredResource, images: readonly RegistryImage[]): Promise<void> {
    for (const image of images.filter(({ kind }) => kind === "built")) {
      await this.contents?.remove(addressOf(registry, image));
    }
  }

  private isDue({ deletedAt }: RegistryImage): boolean {
    return deletedAt !== undefined && Date.parse(deletedAt) <= this.now().getTime();
  }

  /** When a manifest loses its last tag, the policy in force decides when it goes (container-registry-retention-policy.md 2025-12-18). */
  private untagged(image: RegistryImage, tag: string, registry: StoredResource): RegistryImage {
    if (!image.tags.includes(tag)) {
      return image;
    }
    const tags = image.tags.filter((other) => other !== tag);
    const days = retentionDays(registry);
    const deletedAt = days === undefined ? undefined : new Date(this.now().getTime() + days * 86_400_000).toISOString();
    return { ...image, tags, ...(tags.length > 0 || deletedAt === undefined ? {} : { deletedAt }) };
  }

  private save(registry: StoredResource, images: readonly RegistryImage[]): void {
    this.store.put({ ...registry, internal: { ...registry.internal, images } });
  }
}

/** What a registry holds, untagged manifests included. */
export function imagesOf(registry: StoredResource): readonly RegistryImage[] {
  return listAt(registry.internal, "images").filter(isRegistryImage);
}

/** An image that is known by name alone, with the digest by which it is known wherever it is copied to. */
export function foreignImage(repository: string, tag: string, { os, osVersion, publicBase }: ImageOrigin): NewImage {
  const description = JSON.stringify({ repository, tag, os, osVersion, kind: "foreign" });
  return {
    repository,
    os,
    kind: "foreign",
    digest: `sha256:${createHash("sha256").update(description).digest("hex")}`,
    ...(osVersion === undefined ? {} : { osVersion }),
    ...(publicBase === undefined ? {} : { publicBase }),
  };
}

export function addressOf(
  registry: StoredResource,
  { repository, digest }: Pick<RegistryImage, "repository" | "digest">,
) {
  return { loginServer: loginServerOf(registry), repository, digest };
}

const loginServerOf = (registry: StoredResource) => textAt(registry.body, "properties.loginServer") ?? "";

/** Days of the policy for untagged manifests, while it is enabled. */
function retentionDays({ body }: StoredResource): number | undefined {
  const policy = at(body, "properties.policies.retentionPolicy");
  return textAt(policy, "status") === "enabled" ? numberAt(policy, "days") : undefined;
}

function isRegistryImage(value: unknown): value is RegistryImage {
  return isObject(value) && textAt(value, "digest") !== undefined && Array.isArray(value["tags"]);
}
