import * as pulumi from "@pulumi/pulumi";
import { readConfiguration } from "./config";
import type { FleetPlan } from "./plan/fleetPlan";
import { planFleet } from "./plan/planFleet";
import { ConfigurationError } from "./plan/problem";

/**
 * Reads the stack's configuration, plans the fleet, and shows what people should know about it.
 * @throws RunError with every problem of the configuration: Pulumi shows its message without a stack trace.
 */
export function loadFleet(): { readonly fleet: FleetPlan; readonly agentToken?: pulumi.Output<string> } {
  try {
    const { settings, agentToken, context } = readConfiguration();
    const fleet = planFleet(settings, context);
    for (const { path, code, message, remedy } of fleet.warnings) {
      void pulumi.log.warn(`${path} [${code}] ${message} ${remedy}`);
    }
    for (const note of fleet.notes) {
      void pulumi.log.info(note);
    }
    return { fleet, agentToken };
  } catch (error) {
    if (error instanceof ConfigurationError) {
      throw new pulumi.RunError(error.message);
    }
    throw error;
  }
}
