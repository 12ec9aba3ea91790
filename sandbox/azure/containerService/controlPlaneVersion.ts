import { badRequest } from "../errors";
import { textAt } from "../json";
import { defaultMinor, minorNumber } from "../tables/kubernetesVersions";
import type { StoredResource } from "../store";
import { type Support, resolveVersion } from "./kubernetesVersion";

/**
 * Full version that a cluster runs after a request. The minor that it already has does not upgrade it.
 * Source: managedClusters.json, kubernetesVersion: minors cannot be skipped; aks-docs upgrade-cluster.md: no way back.
 */
export function controlPlaneVersion(
  requested: string | undefined,
  existing: StoredResource | undefined,
  support: Support,
): string {
  const current = textAt(existing?.body, "properties.currentKubernetesVersion");
  if (current === undefined) {
    return resolveVersion(requested ?? defaultMinor, support, "K8sVersionNotSupported");
  }
  if (requested === undefined || requested === current || current.startsWith(`${requested}.`)) {
    return current;
  }
  const version = resolveVersion(requested, support, "K8sVersionNotSupported");
  const step = minorNumber(version) - minorNumber(current);
  const backwards = step < 0 || (step === 0 && patchNumber(version) < patchNumber(current));
  if (backwards || step > 1) {
    throw badRequest(
      "OperationNotAllowed",
      `Upgrading Kubernetes version ${current} to ${version} is not allowed. Available upgrades: the newer patches of ` +
        `this minor version and the next minor version. Please see https://aka.ms/aks-supported-k8s-ver for version details.`,
      "kubernetesVersion",
    );
  }
  return version;
}

const patchNumber = (version: string) => Number(version.split(".")[2]);
