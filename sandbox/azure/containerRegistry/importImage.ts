import { z } from "zod";
import { publicBase } from "../../publicImages/publicBase";
import { wholeName } from "../../publicImages/wholeName";
import { ArmError, badRequest } from "../errors";
import { textAt } from "../json";
import type { ArmRequest, ArmResponse } from "../resourceType";
import { accepted, operationHeaders } from "../responses";
import { oneOf, parseBody } from "../schema/parseBody";
import { text, texts } from "../schema/fields";
import type { Services } from "../services";
import type { StoredResource } from "../store";
import { durations } from "../tables/durations";
import { imageName } from "./imageName";
import { foreignImage, type NewImage, type RegistryImages } from "./registryImages";

/** Source: azure-rest-api-specs containerregistry/…/stable/2023-07-01, ImportImageParameters. */
const schema = (api: string) =>
  z.strictObject({
    source: z.strictObject({
      resourceId: text(),
      registryUri: text(),
      credentials: z.strictObject({ username: text(), password: z.string() }).optional(),
      sourceImage: z.string(),
    }),
    targetTags: texts(),
    untaggedTargetRepositories: texts(),
    mode: oneOf(api, ["NoForce", "Force"]).optional(),
  });

type ImportBody = z.infer<ReturnType<typeof schema>>;

/**
 * The action `importImage` of a registry: copies an image from Microsoft's registry, or from another one of the emulated cloud. An
 * import that is under way when the emulator ends is forgotten.
 * @throws ArmError for a body that the service does not take.
 */
export function importImage(registry: StoredResource, request: ArmRequest, services: Services): ArmResponse {
  const body = parseBody(schema(request.apiVersion), request.body);
  const { resourceId, registryUri } = body.source;
  if ((resourceId === undefined) === (registryUri === undefined)) {
    throw badRequest(
      "InvalidParameters",
      "Either the resource id or the address of the source registry is to be given.",
    );
  }
  const { operations } = services;
  const operation = operations.start(registry.id, "write", request.operationFault);
  const headers = operationHeaders(operation, "location", registry, request, services);
  operations.run(
    operation,
    durations.registry.update,
    () => copy(registry.id, body, services),
    () => undefined,
  );
  return accepted(headers);
}

/** @throws ArmError when there is no such image, or a tag is taken. */
async function copy(registryId: string, body: ImportBody, { store, images }: Services): Promise<void> {
  const registry = store.get(registryId);
  if (registry === undefined) {
    return;
  }
  const source = sourceImage(body, store.ofType(registry.type), images);
  const targets = (body.targetTags ?? [body.source.sourceImage]).map((target) => targetName(target, source.tag));
  const taken = targets.find(({ repository, tag }) => images.find(registry, repository, { tag }) !== undefined);
  if (taken !== undefined && body.mode !== "Force") {
    // Text: Azure/azure-cli#10938.
    throw new ArmError(409, "Conflict", `Tag ${taken.repository}:${taken.tag} already exists in target registry.`);
  }
  for (const target of targets) {
    await images.copy(source, registryId, target);
  }
}

interface SourceImage {
  readonly registry: StoredResource | undefined;
  readonly image: NewImage;
  readonly tag: string;
}

function sourceImage(
  { source }: ImportBody,
  registries: readonly StoredResource[],
  images: RegistryImages,
): SourceImage {
  const { resourceId, registryUri, sourceImage: wanted } = source;
  const registry = registries.find(
    ({ id, body }) =>
      id.toLowerCase() === resourceId?.toLowerCase() ||
      textAt(body, "properties.loginServer") === registryUri?.toLowerCase(),
  );
  const reference = `${textAt(registry?.body, "properties.loginServer") ?? registryUri ?? ""}/${wanted}`;
  const name = imageName(reference);
  const image = registry === undefined ? publicImage(reference) : name && images.find(registry, name.repository, name);
  if (image === undefined) {
    throw badRequest("InvalidParameters", `The source image ${reference} could not be found.`);
  }
  return { registry, image, tag: name?.tag ?? wholeName(reference)?.tag ?? "latest" };
}

/** Of the public images the sandbox knows those from which people build. */
function publicImage(reference: string): SourceImage["image"] | undefined {
  const name = wholeName(reference);
  const base = name === undefined ? undefined : publicBase(name);
  if (name === undefined || base === undefined) {
    return undefined;
  }
  const repository = name.repository.slice(name.registry.length + 1);
  return foreignImage(repository, name.tag, { ...base, publicBase: base.reference });
}

/** `repo[:tag]`; without a tag, that of the source. */
function targetName(target: string, sourceTag: string): { readonly repository: string; readonly tag: string } {
  const [repository = "", tag = sourceTag] = target.split(":");
  return { repository, tag };
}
