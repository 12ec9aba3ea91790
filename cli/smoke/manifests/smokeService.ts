import type { V1Service } from "@kubernetes/client-node";
import type { AgentOs } from "../../../plan/fleetPlan";
import { smokePort } from "./smokeDeployment";
import { smokeLabels, smokeName } from "./smokeLabels";

/** Port of the Service, whatever its pods listen on. */
export const smokeServicePort = 80;

/** The Service before the web servers of one version. */
export function smokeService(namespace: string, os: AgentOs): V1Service {
  const labels = smokeLabels(os);
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: smokeName(os), namespace, labels },
    spec: { selector: labels, ports: [{ name: smokePort, port: smokeServicePort, targetPort: smokePort }] },
  };
}
