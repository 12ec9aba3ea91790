import type { V1Node, V1NodeCondition } from "@kubernetes/client-node";
import ipaddr from "ipaddr.js";
import type { ClusterSpec, NodePoolSpec } from "../clusterRuntime";
import { nodeLabels } from "./nodeLabels";
import { nodeName, providerId } from "./nodeNames";
import { nodeAllocatable, nodeCapacity } from "./nodeResources";
import { operatingSystem } from "./operatingSystems";
import { poolTaints } from "./taints";
import { vmSize } from "./vmSizes";

/** A virtual machine of a pool. */
export interface NodeInstance {
  /** Number within its scale set; never used again. */
  readonly instance: number;
  /** Number within the cluster, which its addresses follow from; used again after the instance is gone. */
  readonly addressIndex: number;
  readonly zone?: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
}

/** Where AKS puts nodes when the cluster brings no network of its own (aks-docs configure-kubenet.md: 10.224.0.0/12). */
const NODE_NETWORK = "10.224.0.0";
/** Azure keeps the first four addresses of a subnet. */
const FIRST_NODE_ADDRESS = 4;

export function nodeAddress(instance: NodeInstance): string {
  return offsetAddress(NODE_NETWORK, FIRST_NODE_ADDRESS + instance.addressIndex);
}

/** The address that many places after the given IPv4 address. */
export function offsetAddress(start: string, offset: number): string {
  const value = ipaddr.IPv4.parse(start)
    .toByteArray()
    .reduce((sum, byte) => sum * 256 + byte, 0);
  return [24, 16, 8, 0].map((shift) => Math.floor((value + offset) / 2 ** shift) % 256).join(".");
}

export interface NodeSurroundings {
  readonly cluster: ClusterSpec;
  /** The cluster's eight digits. */
  readonly suffix: string;
  /** Port of loopback at which the simulated kubelets answer. */
  readonly kubeletPort: number;
}

/** The Node object as kubelet and the cloud controller leave it. */
export function nodeObject(
  { cluster, suffix, kubeletPort }: NodeSurroundings,
  pool: NodePoolSpec,
  instance: NodeInstance,
): V1Node {
  const name = nodeName(pool, suffix, instance.instance);
  const size = vmSize(pool.vmSize);
  const os = operatingSystem(pool);
  const version = `v${pool.kubernetesVersion}`;
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name,
      labels: { ...nodeLabels(cluster, pool, name, instance.zone) },
      annotations: { "volumes.kubernetes.io/controller-managed-attach-detach": "true" },
    },
    spec: { providerID: providerId(cluster, pool, suffix, instance.instance), taints: poolTaints(pool) },
    status: {
      addresses: [
        { type: "InternalIP", address: nodeAddress(instance) },
        { type: "Hostname", address: name },
        // Only here: where the API server finds the simulated kubelet.
        { type: "InternalDNS", address: "localhost" },
      ],
      capacity: { ...nodeCapacity(size, pool) },
      allocatable: { ...nodeAllocatable(size, pool) },
      conditions: readyConditions(new Date()),
      daemonEndpoints: { kubeletEndpoint: { Port: kubeletPort } },
      nodeInfo: {
        architecture: size.architecture,
        bootID: "",
        containerRuntimeVersion: os.containerRuntimeVersion,
        kernelVersion: os.kernelVersion,
        kubeProxyVersion: "",
        kubeletVersion: version,
        machineID: name,
        operatingSystem: pool.osType.toLowerCase(),
        osImage: os.osImage,
        systemUUID: name,
      },
    },
  };
}

/** The conditions of a healthy node, in kubelet's words. */
function readyConditions(now: Date): V1NodeCondition[] {
  const condition = (type: string, status: string, reason: string, message: string): V1NodeCondition => ({
    type,
    status,
    reason,
    message,
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  });
  return [
    condition("MemoryPressure", "False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"),
    condition("DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"),
    condition("PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"),
    condition("Ready", "True", "KubeletReady", "kubelet is posting ready status"),
  ];
}
