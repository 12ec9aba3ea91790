import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryOf } from "../registry/imageReader";
import type { OciRegistry } from "../registry/ociRegistry";
import { mediaTypes } from "./imageConfig";
import { sha256, type StageState } from "./stageState";

export interface PackedImage {
  readonly configText: string;
  readonly configDigest: string;
  readonly manifestText: string;
  readonly digest: string;
}

/** An image in the form of registries: a Docker manifest, version 2, schema 2, as the service's builds push them. */
export function packImage({ image }: Pick<StageState, "image">): PackedImage {
  const configText = JSON.stringify(image.config);
  const configDigest = sha256(configText);
  const manifestText = JSON.stringify(
    {
      schemaVersion: 2,
      mediaType: mediaTypes.manifest,
      config: { mediaType: mediaTypes.config, size: Buffer.byteLength(configText), digest: configDigest },
      layers: image.layers.map(({ size, digest }) => ({ mediaType: mediaTypes.layer, size, digest })),
    },
    undefined,
    3,
  );
  return { configText, configDigest, manifestText, digest: sha256(manifestText) };
}

/** Pushes an image under tags, and writes what `docker push` would. */
export async function pushImage(
  state: Pick<StageState, "image">,
  packed: PackedImage,
  target: { readonly loginServer: string; readonly repository: string; readonly tag: string },
  {
    registry,
    folder,
    log,
  }: { readonly registry: OciRegistry; readonly folder: string; readonly log: (line: string) => void },
): Promise<void> {
  const repository = repositoryOf(target);
  log(`The push refers to repository [${repository}]`);
  const configFile = join(folder, "config.json");
  writeFileSync(configFile, packed.configText);
  const blobs = [
    ...state.image.layers.flatMap(({ digest, file }) => (file === undefined ? [] : [{ digest, file }])),
    { digest: packed.configDigest, file: configFile },
  ];
  state.image.layers.forEach(({ diffId, file }) =>
    log(`${shortId(diffId)}: ${file === undefined ? "Layer already exists" : "Pushed"}`),
  );
  await registry.push(
    repository,
    blobs,
    { digest: packed.digest, mediaType: mediaTypes.manifest, text: packed.manifestText },
    [target.tag],
  );
  log(`${target.tag}: digest: ${packed.digest} size: ${Buffer.byteLength(packed.manifestText)}`);
}

const shortId = (diffId: string) => createHash("sha256").update(diffId).digest("hex").slice(0, 12);
