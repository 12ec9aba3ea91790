import type {
  V1Deployment,
  V1EndpointSlice,
  V1Namespace,
  V1Node,
  V1Pod,
  V1RuntimeClass,
  V1Service,
} from "@kubernetes/client-node";
import type { SmokeCluster } from "../../../../cli/smoke/smokeCluster";
import type { SmokeWays } from "../../../../cli/smoke/ways/smokeWays";
import type { SmokePace } from "../../../../cli/smoke/smokeRun";

/** Waits as short as can be. */
export const testPace: SmokePace = { pauseMilliseconds: 1, settleSeconds: 0, stuckSeconds: 0 };

/** Nodes and a RuntimeClass as AKS and the program make them for Windows Server 2022 and Linux. */
export function node(name: string, pool: string, os: string, changes: Record<string, string> = {}): V1Node {
  const isWindows = os.startsWith("windows");
  return {
    metadata: {
      name,
      labels: {
        "kubernetes.io/os": isWindows ? "windows" : "linux",
        "kubernetes.azure.com/agentpool": pool,
        "aks-agents.io/os": os,
        ...(isWindows && { "node.kubernetes.io/windows-build": os === "windows2022" ? "10.0.20348" : "10.0.26100" }),
        ...changes,
      },
    },
    status: {
      conditions: [
        { type: "MemoryPressure", status: "False" },
        { type: "DiskPressure", status: "False" },
        { type: "PIDPressure", status: "False" },
        { type: "Ready", status: "True" },
      ],
    },
  };
}

export const windows2022Class: V1RuntimeClass = {
  metadata: { name: "windows-2022" },
  handler: "runhcs-wcow-process",
  scheduling: { nodeSelector: { "kubernetes.io/os": "windows", "aks-agents.io/os": "windows2022" } },
};

/** A cluster that starts every pod at once, on the first node of its selector, unless the script says otherwise. */
export class ScriptedCluster implements SmokeCluster {
  readonly created: string[] = [];
  readonly deleted: string[] = [];
  allNodes: V1Node[] = [node("akswin-0", "win22a", "windows2022"), node("akslin-0", "linuxa", "linux")];
  classes: V1RuntimeClass[] = [windows2022Class];
  /** Changes a pod that would be ready. */
  podStatus: (pod: V1Pod) => V1Pod["status"] = ({ status }) => status;
  warning = "";
  /** Of containers that have ended. */
  words = "";
  /** Ready addresses of the Services' slices; undefined: those of the pods. */
  addresses: string[] | undefined;
  deployments: V1Deployment[] = [];
  private readonly services: V1Service[] = [];

  async nodes() {
    return this.allNodes;
  }
  async runtimeClasses() {
    return this.classes;
  }
  async createNamespace({ metadata }: V1Namespace) {
    this.created.push(`namespace ${metadata?.name}`);
  }
  async createDeployment(deployment: V1Deployment) {
    this.created.push(`deployment ${deployment.metadata?.name}`);
    this.deployments.push(deployment);
  }
  async createService(service: V1Service) {
    this.created.push(`service ${service.metadata?.name}`);
    this.services.push(service);
  }
  async deployment(_namespace: string, name: string) {
    const found = this.deployments.find(({ metadata }) => metadata?.name === name);
    if (found === undefined) throw new Error(`no deployment ${name}`);
    return found;
  }
  async service(_namespace: string, name: string) {
    return { metadata: { name }, spec: { clusterIP: "10.0.9.9" } };
  }
  async pods(_namespace: string, labels: Readonly<Record<string, string>>) {
    const found = this.deployments.find(
      ({ metadata }) => metadata?.labels?.["app.kubernetes.io/instance"] === labels["app.kubernetes.io/instance"],
    );
    return found === undefined ? [] : [0, 1].map((index) => this.podOf(found, index));
  }
  async endpointSlices(namespace: string, service: string): Promise<V1EndpointSlice[]> {
    const pods = await this.pods(namespace, { "app.kubernetes.io/instance": service });
    const addresses = this.addresses ?? pods.map(({ status }) => status?.podIP ?? "");
    const endpoints = addresses.map((address) => ({ addresses: [address], conditions: { ready: true } }));
    return [{ addressType: "IPv4", endpoints, ports: [{ port: 8080 }] }];
  }
  async lastWarning() {
    return this.warning;
  }
  async lastWords() {
    return this.words;
  }
  async deleteNamespace(name: string) {
    this.deleted.push(name);
  }
  async namespaceExists() {
    return false;
  }

  private podOf({ metadata, spec }: V1Deployment, index: number): V1Pod {
    const selector = Object.entries(spec?.template.spec?.nodeSelector ?? {});
    const host = this.allNodes.find((each) => selector.every(([key, value]) => each.metadata?.labels?.[key] === value));
    const pod: V1Pod = {
      metadata: { name: `${metadata?.name}-${index}` },
      spec: { nodeName: host?.metadata?.name, containers: [] },
      status: { podIP: `10.244.0.${index + 2}`, phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
    };
    return { ...pod, status: this.podStatus(pod) };
  }
}

/** Ways that all lead, unless changed. */
export function openWays(changes: Partial<SmokeWays> = {}): SmokeWays {
  return {
    discovery: async () => "found by name",
    serviceAddress: async () => "reached",
    podAddress: async (_to, address, port) => `${address}:${port} answers`,
    inbound: async () => "came in",
    outbound: async (_to, pod) => `${pod.name} got out`,
    ...changes,
  };
}
