import { imageName } from "../../azure/containerRegistry/imageName";
import { at } from "../../azure/json";
import { addressOf, type RegistryImages } from "../../azure/containerRegistry/registryImages";
import { isKnownRepository, publicBase } from "../../publicImages/publicBase";
import { wholeName, type WholeName } from "../../publicImages/wholeName";
import type { ImageReader } from "../registry/imageReader";
import { fromPublicBase, withBaseFolders, type BaseImage, type System } from "./baseImage";
import { BuildProblem } from "./buildProblem";
import { FileTree } from "./files/fileTree";
import { unpackArchive } from "./files/unpackArchive";

export interface PullOptions {
  /** Whose builds sign in there, and nowhere else. */
  readonly loginServer: string;
  readonly platform: { readonly os: System; readonly architecture: string };
  readonly images: RegistryImages;
  readonly reader: ImageReader;
  /** For the files of the image's layers. */
  readonly folder: string;
  readonly log: (line: string) => void;
}

/** Pulls an image to build on it. @throws BuildProblem in the words of the Docker daemon. */
export async function pullImage(reference: string, options: PullOptions): Promise<BaseImage> {
  const name = wholeName(reference);
  if (name === undefined) {
    throw new BuildProblem("invalid reference format");
  }
  const base = (await emulated(reference, name, options)) ?? known(reference, name, options);
  if (base.os !== options.platform.os) {
    // F107: texts in Azure/acr#229 and MicrosoftDocs/azure-docs#25058.
    throw new BuildProblem(`image operating system "${base.os}" cannot be used on this platform`);
  }
  return base;
}

/** An image of a registry of the emulated cloud; undefined when the registry is none of them. */
async function emulated(
  reference: string,
  name: WholeName,
  { loginServer, images, reader, folder, log }: PullOptions,
): Promise<BaseImage | undefined> {
  const registry = images.registryAt(name.registry);
  if (registry === undefined) {
    return undefined;
  }
  const isOwn = name.registry.toLowerCase() === loginServer.toLowerCase();
  if (!isOwn && at(registry.body, "properties.anonymousPullEnabled") !== true) {
    throw new BuildProblem(
      `Head "https://${name.registry}/v2/${pathOf(name)}/manifests/${name.digest ?? name.tag}": unauthorized: authentication required, visit https://aka.ms/acr/authorization for more information.`,
    );
  }
  const wanted = imageName(reference);
  const image = wanted && images.find(registry, wanted.repository, wanted);
  if (image === undefined) {
    throw notFound(reference, name);
  }
  const { os, osVersion } = image;
  if (image.kind !== "built") {
    log(` ---> ${reference} is known by name alone: its layers are not in this image's manifest.`);
    const copied = image.publicBase === undefined ? undefined : wholeName(image.publicBase);
    return fromPublicBase(
      (copied && publicBase(copied)) ?? {
        reference,
        os,
        ...(osVersion === undefined ? {} : { osVersion }),
        config: {},
      },
    );
  }
  const tree = withBaseFolders(new FileTree(os), os);
  const system = { os, ...(osVersion === undefined ? {} : { osVersion }) };
  const { config, layers } = await reader.image(addressOf(registry, image));
  for (const layer of layers) {
    const content = await reader.layer(addressOf(registry, image), layer.digest);
    (await unpackArchive(content, { folder, system: os })).below("").forEach((entry) => tree.put(entry));
  }
  return {
    ...system,
    config: config.config,
    layers,
    history: config.history,
    tree,
    ...(image.publicBase === undefined ? {} : { publicBase: image.publicBase }),
  };
}

function known(reference: string, name: WholeName, { log }: PullOptions): BaseImage {
  const base = publicBase(name);
  if (base === undefined) {
    log(
      "The sandbox reaches no public registry: it knows a table of bases from which people build, and this one is not in it.",
    );
    throw notFound(reference, name);
  }
  if (name.digest !== undefined) {
    log(`Digest: ${name.digest}`);
  }
  log(` ---> The layers of ${reference} are unknown to the sandbox and not in the image's manifest.`);
  return fromPublicBase(base);
}

/** Source of the texts: moby distribution/errors.go; mcr.microsoft.com names the tag in its answer. */
function notFound(reference: string, name: WholeName): BuildProblem {
  const { registry, repository, tag, digest } = name;
  if (registry === "docker.io" && !isKnownRepository(repository)) {
    const short = repository.replace(/^docker\.io\/(?:library\/)?/, "");
    return new BuildProblem(
      `pull access denied for ${short}, repository does not exist or may require 'docker login': denied: requested access to the resource is denied`,
    );
  }
  const version = digest ?? tag;
  const reason = registry === "docker.io" ? "manifest unknown" : `manifest tagged by "${version}" is not found`;
  return new BuildProblem(`manifest for ${reference} not found: manifest unknown: ${reason}`);
}

const pathOf = ({ repository, registry }: WholeName) => repository.slice(registry.length + 1);
