import {
  daysUntil,
  isPast,
  kubernetesVersions,
  kubernetesVersionsSource,
  lifeOf,
  parseKubernetesVersion,
} from "../kubernetesVersions";
import type { Rule, RuleInput } from "./rule";

const path = "kubernetesVersion";
const { source, checked } = kubernetesVersionsSource;
const warnDays = 90;
const reading = `(${source}, checked ${checked})`;

export const kubernetesVersionRules: readonly Rule[] = [
  {
    code: "kubernetes-version-form",
    severity: "refusal",
    check: ({ settings }) => {
      if (parseKubernetesVersion(settings.kubernetesVersion)) return [];
      const unquoted = /^1\.\d$/.test(settings.kubernetesVersion)
        ? `; YAML reads 1.30 without quotes as the number 1.3`
        : "";
      return [
        {
          path,
          message: `"${settings.kubernetesVersion}" is no Kubernetes version${unquoted}.`,
          remedy: `Write a minor in quotes, such as "${newest()}".`,
        },
      ];
    },
  },
  {
    // F68, F69: patches vanish from the service, and the patch channel moves the cluster past a pinned one.
    code: "kubernetes-version-patch",
    severity: "warning",
    check: ({ settings }) => {
      const version = parseKubernetesVersion(settings.kubernetesVersion);
      if (version?.patch === undefined) return [];
      return [
        {
          path,
          message: `${settings.kubernetesVersion} is a single patch: AKS drops patches after a while, and automatic patching takes the cluster past it, after which this program would ask for a downgrade.`,
          remedy: `Write the minor, "1.${version.minor}": AKS picks the newest patch.`,
        },
      ];
    },
  },
  {
    code: "kubernetes-version-retired",
    severity: "refusal",
    dated: true,
    check: (input) => {
      const { minor, life } = ofInput(input);
      const oldest = Math.min(...kubernetesVersions.map((version) => version.minor));
      const over = life ? isPast(life.endOfLongTermSupport, input.context.now) : minor !== undefined && minor < oldest;
      if (!over) return [];
      const since = life ? ` since ${life.endOfLongTermSupport}` : "";
      return [
        {
          path,
          message: `AKS no longer offers Kubernetes 1.${minor}, not even with long-term support${since} ${reading}.`,
          remedy: `Use "${newest()}" or another supported minor: ${supported(input)}.`,
        },
      ];
    },
  },
  {
    code: "kubernetes-version-lts",
    severity: "refusal",
    dated: true,
    check: (input) => {
      const { minor, life } = ofInput(input);
      const { tier } = input.settings.cluster;
      if (!life || tier === "Premium" || !inLongTermSupport(life, input.context.now)) return [];
      return [
        {
          path,
          related: ["cluster.tier"],
          message: `Community support of Kubernetes 1.${minor} ended on ${life.endOfLife}; AKS offers it with long-term support only, which tier ${tier} does not have ${reading}.`,
          remedy: `Use a supported minor (${supported(input)}), or set cluster.tier to Premium, which is paid for until ${life.endOfLongTermSupport}.`,
        },
      ];
    },
  },
  {
    code: "kubernetes-version-lts-cost",
    severity: "warning",
    check: (input) => {
      const { minor, life } = ofInput(input);
      if (!life || input.settings.cluster.tier !== "Premium" || !inLongTermSupport(life, input.context.now)) return [];
      return [
        {
          path,
          related: ["cluster.tier"],
          message: `Kubernetes 1.${minor} left community support on ${life.endOfLife}: the cluster is created with the paid support plan AKSLongTermSupport.`,
          remedy: `Move to a supported minor (${supported(input)}) to end the extra cost; long-term support ends on ${life.endOfLongTermSupport}.`,
        },
      ];
    },
  },
  {
    code: "kubernetes-version-ending",
    severity: "warning",
    check: (input) => {
      const { minor, life } = ofInput(input);
      if (!life) return [];
      const end = inLongTermSupport(life, input.context.now) ? life.endOfLongTermSupport : life.endOfLife;
      const days = daysUntil(end, input.context.now);
      if (days < 0 || days > warnDays) return [];
      return [
        {
          path,
          message: `Support of Kubernetes 1.${minor} on AKS ends on ${end}, in ${days} days ${reading}.`,
          remedy: `Plan the move to a newer minor: ${supported(input)}. AKS upgrades one minor at a time.`,
        },
      ];
    },
  },
  {
    code: "kubernetes-version-unverified",
    severity: "warning",
    check: (input) => {
      const { minor, life } = ofInput(input);
      const latest = Math.max(...kubernetesVersions.map((version) => version.minor));
      if (minor === undefined || (life ? !life.planned : minor <= latest)) return [];
      return [
        {
          path,
          message: `Kubernetes 1.${minor} was not generally available on AKS when the tables of this program were checked ${reading}.`,
          remedy: `Make sure that \`az aks get-versions\` lists it in your region, or use "${newest()}".`,
        },
      ];
    },
  },
];

function ofInput({ settings }: RuleInput) {
  const minor = parseKubernetesVersion(settings.kubernetesVersion)?.minor;
  return { minor, life: minor === undefined ? undefined : lifeOf(minor) };
}

function inLongTermSupport(life: { endOfLife: string; endOfLongTermSupport: string }, now: Date): boolean {
  return isPast(life.endOfLife, now) && !isPast(life.endOfLongTermSupport, now);
}

function newest(): string {
  const confirmed = kubernetesVersions.filter((version) => !version.planned).map((version) => version.minor);
  return `1.${Math.max(...confirmed)}`;
}

function supported({ context }: RuleInput): string {
  const minors = kubernetesVersions
    .filter((version) => !version.planned && !isPast(version.endOfLife, context.now))
    .map((version) => `1.${version.minor}`);
  return minors.length > 0 ? minors.join(", ") : "newer than any in this program's table";
}
