import type { AgentOs } from "./fleetPlan";

/** A part of the program's agent images, from images/pins.json. Written by `npm run pins`. */
export interface ImagePin {
  readonly name: string;
  readonly version: string;
  readonly images: readonly AgentOs[];
  /** Whether its digest is known; otherwise its version alone pins it. */
  readonly resolved: boolean;
  /** Day on which its publisher released it, where its age matters. */
  readonly released?: string;
  /** When the digest was read, of a base, whose tag moves on. */
  readonly baseResolvedAt?: string;
}

export const imagePins: readonly ImagePin[] = [
  { name: "servercore-ltsc2022", version: "ltsc2022", images: ["windows2022"], resolved: false },
  { name: "servercore-ltsc2025", version: "ltsc2025", images: ["windows2025"], resolved: false },
  { name: "ubuntu", version: "24.04", images: ["linux"], resolved: false },
  {
    name: "agent-windows",
    version: "5.278.0",
    images: ["windows2022", "windows2025"],
    resolved: false,
    released: "2026-08-12",
  },
  { name: "agent-linux", version: "5.278.0", images: ["linux"], resolved: false, released: "2026-08-12" },
  { name: "git-windows", version: "2.56.0.3", images: ["windows2022", "windows2025"], resolved: false },
  { name: "powershell-windows", version: "7.6.5", images: ["windows2022", "windows2025"], resolved: false },
  { name: "powershell-linux", version: "7.6.5", images: ["linux"], resolved: false },
  { name: "azure-cli-windows", version: "2.91.0", images: ["windows2022", "windows2025"], resolved: false },
  { name: "azure-cli-linux", version: "2.91.0", images: ["linux"], resolved: false },
  { name: "kubectl-windows", version: "1.36.3", images: ["windows2022", "windows2025"], resolved: false },
  { name: "kubectl-linux", version: "1.36.3", images: ["linux"], resolved: false },
  { name: "log-monitor", version: "2.1.3", images: ["windows2022", "windows2025"], resolved: false },
];
