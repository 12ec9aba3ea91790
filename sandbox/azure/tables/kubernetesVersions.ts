/** One minor Kubernetes version on AKS. */
export interface KubernetesMinor {
  readonly minor: string;
  /** The patches that can be asked for, newest last: a minor alone gets the newest. AKS offers the latest two. */
  readonly patches: readonly string[];
  /** Last day of community support (platform support has no say in creation): afterwards only with long-term support. */
  readonly endOfLife: string;
  /** Last day of long-term support. */
  readonly endOfLongTermSupport: string;
}

/**
 * Sources: aks-docs supported-kubernetes-versions.md 2026-08-05 (calendar; months are taken to their last day),
 * Azure/AKS CHANGELOG releases up to 2026-07-17 (patches). 1.37 is announced for October 2026 and missing here: no source shows it released.
 */
export const kubernetesMinors: readonly KubernetesMinor[] = [
  { minor: "1.32", patches: ["1.32.10", "1.32.11"], endOfLife: "2026-03-31", endOfLongTermSupport: "2027-03-31" },
  { minor: "1.33", patches: ["1.33.12", "1.33.13"], endOfLife: "2026-07-31", endOfLongTermSupport: "2027-07-31" },
  { minor: "1.34", patches: ["1.34.8", "1.34.9"], endOfLife: "2026-11-30", endOfLongTermSupport: "2027-11-30" },
  { minor: "1.35", patches: ["1.35.5", "1.35.6"], endOfLife: "2027-03-31", endOfLongTermSupport: "2028-03-31" },
  { minor: "1.36", patches: ["1.36.2"], endOfLife: "2027-06-30", endOfLongTermSupport: "2028-06-30" },
];

/** What a cluster gets that asks for none: AKS takes the version before the newest. Assumption: no page says how it is chosen. */
export const defaultMinor = "1.35";

/** Minor as a number that can be compared: 35 for "1.35" and "1.35.4". */
export function minorNumber(version: string): number {
  return Number(version.split(".")[1]);
}
