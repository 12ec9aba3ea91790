/** Life of one Kubernetes minor on AKS. Months are given by the service; a date here is the last day of that month. */
export interface KubernetesVersion {
  readonly minor: number;
  /** Month of general availability, YYYY-MM. */
  readonly available: string;
  /** Last day of community support, YYYY-MM-DD. */
  readonly endOfLife: string;
  /** Last day of long-term support, YYYY-MM-DD. */
  readonly endOfLongTermSupport: string;
  /** Announced only: not seen as available when the table was checked. */
  readonly planned?: true;
}

/** Source of the table below. */
export const kubernetesVersionsSource = {
  source: "azure-aks-docs supported-kubernetes-versions.md 2026-08-05",
  checked: "2026-11-30",
} as const;

export const kubernetesVersions: readonly KubernetesVersion[] = [
  { minor: 32, available: "2025-04", endOfLife: "2026-03-31", endOfLongTermSupport: "2027-03-31" },
  { minor: 33, available: "2025-06", endOfLife: "2026-07-31", endOfLongTermSupport: "2027-07-31" },
  { minor: 34, available: "2025-11", endOfLife: "2026-11-30", endOfLongTermSupport: "2027-11-30" },
  { minor: 35, available: "2026-03", endOfLife: "2027-03-31", endOfLongTermSupport: "2028-03-31" },
  { minor: 36, available: "2026-06", endOfLife: "2027-06-30", endOfLongTermSupport: "2028-06-30" },
  { minor: 37, available: "2026-10", endOfLife: "2027-10-31", endOfLongTermSupport: "2028-10-31", planned: true },
];

/** Reads "1.35" or "1.35.4". */
export function parseKubernetesVersion(text: string): { readonly minor: number; readonly patch?: number } | undefined {
  const [, minor, patch] = /^1\.(\d{2})(?:\.(\d+))?$/.exec(text) ?? [];
  if (minor === undefined) return undefined;
  return { minor: Number(minor), ...(patch !== undefined && { patch: Number(patch) }) };
}

export function lifeOf(minor: number): KubernetesVersion | undefined {
  return kubernetesVersions.find((version) => version.minor === minor);
}

/** Whether the version has left community support and lives on under long-term support only. */
export function needsLongTermSupport(kubernetesVersion: string, now: Date): boolean {
  const life = lifeOf(parseKubernetesVersion(kubernetesVersion)?.minor ?? 0);
  return life !== undefined && isPast(life.endOfLife, now);
}

/** Whether the day is over, in UTC. */
export function isPast(day: string, now: Date): boolean {
  return now.toISOString().slice(0, 10) > day;
}

/** Whole days until the day is over; negative when it is past. */
export function daysUntil(day: string, now: Date): number {
  return Math.round((Date.parse(day) - Date.parse(now.toISOString().slice(0, 10))) / 86_400_000);
}
