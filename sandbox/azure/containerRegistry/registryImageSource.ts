import { windowsImageRuns } from "../../kubernetes/kubelet/imageFit";
import type { ImageSource, PulledImage, PullingNode, PullRefusal } from "../../kubernetes/kubelet/imageSource";
import { at, textAt } from "../json";
import type { ResourceStore, StoredResource } from "../store";
import type { ImageContents } from "./imageContents";
import { imageName, type ImageName } from "./imageName";
import { mayPull } from "./pullRoles";
import { addressOf, type RegistryImage, type RegistryImages } from "./registryImages";

/**
 * What nodes pull from the registries of the emulated cloud. A registry that is not there may well exist in Azure: nothing is known
 * about it.
 * @param contents Absent: containers of built images are simulated, as those of all others are.
 */
export function registryImageSource(
  store: ResourceStore,
  images: RegistryImages,
  contents: ImageContents | undefined,
): ImageSource {
  return {
    async pull(clusterId, reference, node) {
      const name = imageName(reference);
      const registry = name === undefined ? undefined : images.registryAt(name.registry);
      if (name === undefined || registry === undefined) {
        return undefined;
      }
      const refused = (reason: string, permanent = false): PullRefusal => ({
        kind: "refused",
        message: `${status(reason)}failed to pull and unpack image "${reference}": ${reason}`,
        ...(permanent ? { permanent } : {}),
      });
      if (!isAllowed(clusterId, registry, store)) {
        return refused(unauthorized(reference, name));
      }
      const image = images.find(registry, name.repository, name);
      if (image === undefined) {
        return refused(`failed to resolve reference "${reference}": ${reference}: not found`);
      }
      const misfit = misfitOf(image, node);
      if (misfit !== undefined) {
        return refused(misfit, true);
      }
      return pulled(image, registry, contents).catch((error: unknown) =>
        refused(`failed to extract layer: ${text(error)}`),
      );
    },
  };
}

async function pulled(
  image: RegistryImage,
  registry: StoredResource,
  contents: ImageContents | undefined,
): Promise<PulledImage> {
  const address = addressOf(registry, image);
  const content = image.kind === "built" ? await contents?.pull(address, image) : undefined;
  return { kind: "pulled", imageId: `${address.loginServer}/${address.repository}@${address.digest}`, ...content };
}

/** Nodes pull with the identity of their kubelets, not with that of the cluster. */
function isAllowed(clusterId: string, registry: StoredResource, store: ResourceStore): boolean {
  const kubelet = textAt(store.get(clusterId)?.body, "properties.identityProfile.kubeletidentity.objectId");
  return (
    at(registry.body, "properties.anonymousPullEnabled") === true ||
    (kubelet !== undefined && mayPull(kubelet, registry, store))
  );
}

/** As reported in Azure/AKS#4459: the kubelet asks for a token without credentials when its identity gets none. */
function unauthorized(reference: string, { registry, repository }: ImageName): string {
  const scope = encodeURIComponent(`repository:${repository}:pull`);
  const url = `https://${registry}/oauth2/token?scope=${scope}&service=${registry}`;
  return `failed to resolve reference "${reference}": failed to authorize: failed to fetch anonymous token: unexpected status from GET request to ${url}: 401 Unauthorized`;
}

/** Why the node cannot run the image. The text on builds is that of Azure/acr#863. */
function misfitOf({ os, osVersion }: RegistryImage, node: PullingNode): string | undefined {
  if (os !== node.osType) {
    return "no match for platform in manifest: not found";
  }
  if (osVersion === undefined || node.windowsBuild === undefined || windowsImageRuns(osVersion, node.windowsBuild)) {
    return undefined;
  }
  return `a Windows version ${osVersion}-based image is incompatible with a ${node.windowsBuild} host`;
}

/** The kubelet shows containerd's status where it is more than "unknown". */
const status = (reason: string) => (reason.endsWith(": not found") ? "rpc error: code = NotFound desc = " : "");

const text = (error: unknown) => (error instanceof Error ? error.message : String(error));
