import { defaultMinor, kubernetesMinors } from "../tables/kubernetesVersions";

/** Answer of "list Kubernetes versions". Patches have upgrades to newer ones of their minor and of the next. */
export function kubernetesVersions(): unknown {
  return {
    values: kubernetesMinors.map(({ minor, patches }, index) => ({
      version: minor,
      isDefault: minor === defaultMinor,
      capabilities: { supportPlan: ["KubernetesOfficial", "AKSLongTermSupport"] },
      patchVersions: Object.fromEntries(
        patches.map((patch, position) => [
          patch,
          { upgrades: [...patches.slice(position + 1), ...(kubernetesMinors[index + 1]?.patches ?? [])] },
        ]),
      ),
    })),
  };
}
