import type { containerservice } from "@pulumi/azure-native/types/input";
import type { MaintenanceWindow } from "../plan/fleetPlan";

/** A weekly window as AKS describes it. AKS takes 4 to 24 hours (aks-docs planned-maintenance.md). */
export function weeklyWindow(window: MaintenanceWindow): containerservice.MaintenanceWindowArgs {
  return {
    durationHours: window.durationHours,
    schedule: { weekly: { dayOfWeek: window.dayOfWeek, intervalWeeks: 1 } },
    startTime: window.startTime,
    utcOffset: window.utcOffset,
  };
}
