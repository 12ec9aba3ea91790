import type { Generation } from "../generations";
import { daysUntil, isPast, parseKubernetesVersion } from "../kubernetesVersions";
import { isWindows, windowsVersions, type WindowsVersion } from "../windowsVersions";
import { everyGeneration, type Complaint, type Rule } from "./rule";

const warnDays = 180;

/** F04: what the service says about Windows versions moves, so these refusals can be excused by the configuration. */
export const windowsVersionRules: readonly Rule[] = [
  {
    code: "windows-version-kubernetes",
    severity: "refusal",
    dated: true,
    check: (input) => {
      const minor = parseKubernetesVersion(input.settings.kubernetesVersion)?.minor;
      if (minor === undefined) return [];
      return everyGeneration(input, (generation) => [outsideRange(generation, minor)]);
    },
  },
  {
    code: "windows-version-last-kubernetes",
    severity: "warning",
    check: (input) => {
      const minor = parseKubernetesVersion(input.settings.kubernetesVersion)?.minor;
      if (minor === undefined) return [];
      return everyGeneration(input, ({ os, paths }) => {
        const version = isWindows(os) ? windowsVersions[os] : undefined;
        if (version?.kubernetes.last !== minor) return [];
        return [
          {
            path: paths.os,
            related: ["kubernetesVersion"],
            message: `Kubernetes 1.${minor} is the last one that has ${version.osSku} node pools${until(version)} (${sourceOf(version)}).`,
            remedy: `Put a windows2025 class beside it before the cluster moves to 1.${minor + 1}.`,
          },
        ];
      });
    },
  },
  {
    code: "windows-version-retired",
    severity: "refusal",
    dated: true,
    check: (input) =>
      everyGeneration(input, ({ os, paths }) => {
        const version = isWindows(os) ? windowsVersions[os] : undefined;
        if (!version?.retirement || !isPast(version.retirement, input.context.now)) return [];
        return [
          {
            path: paths.os,
            message: `AKS makes no new ${version.osSku} node pools since ${version.retirement} (${sourceOf(version)}).`,
            remedy: `Use ${newestWindows()}.`,
          },
        ];
      }),
  },
  {
    code: "windows-version-retiring",
    severity: "warning",
    check: (input) =>
      everyGeneration(input, ({ os, paths }) => {
        const version = isWindows(os) ? windowsVersions[os] : undefined;
        if (!version?.retirement) return [];
        const days = daysUntil(version.retirement, input.context.now);
        if (days < 0 || days > warnDays) return [];
        return [
          {
            path: paths.os,
            message: `AKS retires ${version.osSku} on ${version.retirement}, in ${days} days (${sourceOf(version)}).`,
            remedy: `Hand the class over to ${newestWindows()}: set os, a new generation letter, and previous.`,
          },
        ];
      }),
  },
];

function outsideRange({ os, paths }: Generation, minor: number): Complaint | undefined {
  if (!isWindows(os)) return undefined;
  const version = windowsVersions[os];
  const { first, last } = version.kubernetes;
  if (minor >= first && (last === undefined || minor <= last)) return undefined;
  const range = last === undefined ? `from 1.${first} on` : `from 1.${first} to 1.${last}`;
  const fitting = Object.entries(windowsVersions).find(
    ([, other]) => minor >= other.kubernetes.first && minor <= (other.kubernetes.last ?? Infinity),
  );
  return {
    path: paths.os,
    related: ["kubernetesVersion"],
    message: `AKS has ${version.osSku} node pools with Kubernetes ${range}, not with 1.${minor} (${sourceOf(version)}).`,
    remedy: `Use ${fitting ? `${fitting[0]}, or ` : ""}a kubernetesVersion ${range}.`,
  };
}

function until({ retirement }: WindowsVersion): string {
  return retirement === undefined ? "" : `, and AKS retires them on ${retirement}`;
}

function sourceOf({ source, checked }: WindowsVersion): string {
  return `${source}, checked ${checked}`;
}

function newestWindows(): string {
  return Object.keys(windowsVersions).sort().at(-1) ?? "";
}
