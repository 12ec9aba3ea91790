import { EnvironmentReader } from "../environment/environmentReader";
import { readConnection, type ConnectionSettings } from "../environment/readConnection";
import { refuseProblems } from "../environment/refuseProblems";
import type { KubernetesSettings } from "../kubernetes/podNames";

export interface PruneSettings extends ConnectionSettings {
  /** `AZP_FLEET`: only agents that carry this marker are removed. */
  readonly fleet: string;
  /** `AZP_AGENT_PREFIX`: only agents whose name begins so. */
  readonly agentPrefix: string;
  /** `AZP_PRUNE_AFTER_MINUTES`: only agents that have been offline for longer. Default 30. */
  readonly afterMinutes: number;
  readonly kubernetes: KubernetesSettings;
  /** What works and still should be changed. */
  readonly warnings: readonly string[];
}

/** @throws SupervisorError `configuration`, with every problem at once */
export function readPruneSettings(env: Readonly<Record<string, string | undefined>>): PruneSettings {
  const reader = new EnvironmentReader(env);
  const settings: PruneSettings = {
    ...readConnection(reader),
    fleet: reader.required("AZP_FLEET", "the text that marks the fleet's agents, which they carry as a capability"),
    agentPrefix: reader.required("AZP_AGENT_PREFIX", "how the names of the agent class's pods begin"),
    afterMinutes: reader.wholeNumber("AZP_PRUNE_AFTER_MINUTES", { min: 0, max: 43200, default: 30 }),
    kubernetes: {
      host: reader.required("KUBERNETES_SERVICE_HOST", "the API server's host, which Kubernetes sets in every pod"),
      port: reader.text("KUBERNETES_SERVICE_PORT") ?? "443",
      serviceAccountFolder:
        reader.text("AZP_SERVICE_ACCOUNT_FOLDER") ?? "/var/run/secrets/kubernetes.io/serviceaccount",
      namespace: reader.required("AZP_POD_NAMESPACE", "the namespace of the agent class's pods"),
    },
    warnings: reader.warnings,
  };
  refuseProblems(reader);
  return settings;
}
