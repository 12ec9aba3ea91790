import type { AgentOs } from "../../../plan/fleetPlan";

/** Name of the Deployment and of the Service of a version. */
export function smokeName(os: AgentOs): string {
  return `web-${os}`;
}

/** Labels of everything that belongs to a version; the Service finds its pods by them. */
export function smokeLabels(os: AgentOs): Record<string, string> {
  return {
    "app.kubernetes.io/name": "smoke-web",
    "app.kubernetes.io/instance": smokeName(os),
    "app.kubernetes.io/part-of": "aks-agents",
  };
}
