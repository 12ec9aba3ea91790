import type { V1Namespace } from "@kubernetes/client-node";

/** Every namespace of a smoke check has it, so that one that was left behind can be found. */
export const smokeLabel = { key: "aks-agents.io/purpose", value: "smoke" } as const;

/** A namespace for one check. @param suffix Lower-case letters and digits that no other check has. */
export function smokeNamespace(suffix: string): V1Namespace & { metadata: { name: string } } {
  return {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: {
      name: `smoke-${suffix}`,
      labels: { [smokeLabel.key]: smokeLabel.value, "app.kubernetes.io/managed-by": "fleet-smoke" },
    },
  };
}
