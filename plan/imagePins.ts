import type { AgentOs } from "./fleetPlan";

/** A part of the program's agent images, from images/pins.json. Written by `npm run pins`. */
export interface ImagePin {
  readonly name: string;
  readonly images: readonly AgentOs[];
  /** Whether its digest is known; otherwise its version alone pins it. */
  readonly resolved: boolean;
}

export const imagePins: readonly ImagePin[] = [
  { name: "servercore-ltsc2022", images: ["windows2022"], resolved: false },
  { name: "servercore-ltsc2025", images: ["windows2025"], resolved: false },
  { name: "ubuntu", images: ["linux"], resolved: false },
  { name: "agent-windows", images: ["windows2022", "windows2025"], resolved: false },
  { name: "agent-linux", images: ["linux"], resolved: false },
  { name: "git-windows", images: ["windows2022", "windows2025"], resolved: false },
  { name: "powershell-windows", images: ["windows2022", "windows2025"], resolved: false },
  { name: "powershell-linux", images: ["linux"], resolved: false },
  { name: "azure-cli-windows", images: ["windows2022", "windows2025"], resolved: false },
  { name: "azure-cli-linux", images: ["linux"], resolved: false },
  { name: "kubectl-windows", images: ["windows2022", "windows2025"], resolved: false },
  { name: "kubectl-linux", images: ["linux"], resolved: false },
  { name: "log-monitor", images: ["windows2022", "windows2025"], resolved: false },
];
