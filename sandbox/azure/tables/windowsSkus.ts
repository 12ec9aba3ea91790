/** Which Kubernetes minors a Windows OS SKU runs on, and until when new pools can be made. */
export interface WindowsSku {
  readonly firstMinor: number;
  readonly lastMinor: number;
  readonly build: string;
  readonly retired?: string;
  readonly requiresFips: boolean;
  /** Newest node image known. */
  readonly image: string;
}

/**
 * Sources: aks-docs upgrade-os-version.md 2026-07-13, includes/windows-server-2019-retirement.md 2026-01-14,
 * includes/windows-server-2022-retirement.md 2026-06-09, windows-annual-channel-retirement.md; Azure/AKS CHANGELOG 2026-07-17 (images);
 * terraform-provider-azurerm PR 32084 (FIPS for 2025).
 */
export const windowsSkus: Readonly<Record<string, WindowsSku>> = {
  Windows2019: {
    firstMinor: 0,
    lastMinor: 32,
    build: "10.0.17763",
    retired: "2026-03-01",
    requiresFips: false,
    image: "AKSWindows-2019-containerd-17763.8276.260114",
  },
  Windows2022: {
    firstMinor: 23,
    lastMinor: 36,
    build: "10.0.20348",
    retired: "2028-06-30",
    requiresFips: false,
    image: "AKSWindows-2022-containerd-20348.5386.260715",
  },
  Windows2025: {
    firstMinor: 32,
    lastMinor: Number.POSITIVE_INFINITY,
    build: "10.0.26100",
    requiresFips: true,
    image: "AKSWindows-2025-gen2-26100.33158.260715",
  },
};

/** What a Windows pool gets that names none. Source: Azure/AKS CHANGELOG 2026-07-17 (Windows Server 2025 from 1.37 on). */
export function defaultWindowsSku(minor: number): string {
  return minor >= 37 ? "Windows2025" : "Windows2022";
}
