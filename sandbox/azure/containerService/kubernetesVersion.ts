import { badRequest } from "../errors";
import { type KubernetesMinor, defaultMinor, kubernetesMinors } from "../tables/kubernetesVersions";

/** Whether the cluster pays for long-term support: tier Premium and the support plan, both. */
export interface Support {
  readonly longTerm: boolean;
  readonly today: Date;
}

/**
 * The full version that a request gets: a minor alone gets its newest patch.
 * @param code what the service answers: `K8sVersionNotSupported` for clusters, `AgentPoolK8sVersionNotSupported` for pools.
 * @throws ArmError when the version does not exist, is retired, or needs long-term support.
 */
export function resolveVersion(requested: string | undefined, support: Support, code: string): string {
  const asked = requested ?? defaultMinor;
  const minor = kubernetesMinors.find((entry) => asked === entry.minor || entry.patches.includes(asked));
  if (minor === undefined) {
    throw notSupported(code, asked, "not a version that is available");
  }
  checkSupport(code, asked, minor, support);
  return minor.patches.includes(asked) ? asked : (minor.patches.at(-1) ?? asked);
}

function checkSupport(code: string, asked: string, minor: KubernetesMinor, { longTerm, today }: Support): void {
  const date = today.toISOString().slice(0, 10);
  if (date > minor.endOfLongTermSupport) {
    throw notSupported(code, asked, "retired");
  }
  if (date > minor.endOfLife && !longTerm) {
    throw notSupported(
      code,
      asked,
      "only available for Long-Term Support (LTS): that needs tier Premium and support plan AKSLongTermSupport",
    );
  }
}

const notSupported = (code: string, version: string, reason: string) =>
  badRequest(
    code,
    `Managed cluster is on version ${version}, which is ${reason}. Please use 'az aks get-versions' to get the supported version list. ` +
      `For more information, please check https://aka.ms/supported-version-list`,
    "kubernetesVersion",
  );
