import type { V1Container, V1Deployment, V1ResourceRequirements } from "@kubernetes/client-node";
import type { SmokeTarget } from "../smokeTarget";
import { smokeLabels, smokeName } from "./smokeLabels";

export interface SmokeDeploymentOptions {
  readonly namespace: string;
  readonly target: SmokeTarget;
  /** Reference of an image with a web server. */
  readonly image: string;
  /** Where the web server listens. */
  readonly port: number;
}

export const smokeContainer = "web";
/** The name by which probe and Service know the port. */
export const smokePort = "http";
/** So that one pod can be reached from another. */
const replicas = 2;

/** A static page needs little; IIS and the Windows services in its container need more than nginx. */
const resources: Readonly<Record<SmokeTarget["system"], V1ResourceRequirements>> = {
  windows: { requests: { cpu: "250m", memory: "512Mi" }, limits: { memory: "1Gi" } },
  linux: { requests: { cpu: "50m", memory: "64Mi" }, limits: { memory: "128Mi" } },
};

/** Web servers on the nodes of one version. */
export function smokeDeployment({ namespace, target, image, port }: SmokeDeploymentOptions): V1Deployment {
  const labels = smokeLabels(target.os);
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: smokeName(target.os), namespace, labels },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      progressDeadlineSeconds: target.startSeconds,
      revisionHistoryLimit: 0,
      template: {
        metadata: { labels },
        spec: {
          os: { name: target.system },
          ...(target.windows && { runtimeClassName: target.windows.runtimeClassName }),
          // The RuntimeClass says it too, and the autoscaler does not grow an empty pool for that alone (Azure/AKS#3311).
          nodeSelector: { ...target.nodeSelector },
          tolerations: target.tolerations.map((toleration) => ({ ...toleration })),
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          terminationGracePeriodSeconds: 5,
          containers: [container(target, image, port)],
        },
      },
    },
  };
}

function container(target: SmokeTarget, image: string, port: number): V1Container {
  return {
    name: smokeContainer,
    image,
    ports: [{ name: smokePort, containerPort: port }],
    readinessProbe: {
      httpGet: { path: "/", port: smokePort },
      periodSeconds: 5,
      timeoutSeconds: 5,
      failureThreshold: 3,
    },
    resources: resources[target.system],
    // Windows pods may not carry them.
    ...(target.system === "linux" && {
      securityContext: { allowPrivilegeEscalation: false, seccompProfile: { type: "RuntimeDefault" } },
    }),
  };
}
