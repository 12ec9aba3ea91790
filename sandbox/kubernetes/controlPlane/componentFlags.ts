import { minor, parse } from "semver";
import type { ClusterSpec } from "../clusterRuntime";
import type { PlanePaths } from "./planePaths";

export interface PlanePorts {
  readonly apiServer: number;
  readonly etcdClient: number;
  readonly etcdPeer: number;
}

/** Minor version of Kubernetes 1.x that the control plane's binaries are built from. */
const BINARY_MINOR = 36;

/** How many minors back the binaries can emulate (k8s.io/component-base/compatibility: the minimum is three minors before). */
const EMULATED_MINORS = 3;

/**
 * How long a node may be silent before it is NotReady. Kubernetes' default of 50 s suits nodes that fail; these share one
 * machine with their control plane, which may sleep or be busy.
 */
export const NODE_GRACE_SECONDS = 300;

export function etcdFlags(paths: PlanePaths, ports: PlanePorts): string[] {
  const client = `http://127.0.0.1:${ports.etcdClient}`;
  const peer = `http://127.0.0.1:${ports.etcdPeer}`;
  return [
    "--name=default",
    `--data-dir=${paths.etcdData}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
    // Safe against the end of the process; only the machine's own crash can lose writes.
    "--unsafe-no-fsync",
    "--auto-compaction-mode=periodic",
    "--auto-compaction-retention=1h",
    "--log-level=warn",
  ];
}

export function apiServerFlags(paths: PlanePaths, ports: PlanePorts, cluster: ClusterSpec): string[] {
  return [
    `--etcd-servers=http://127.0.0.1:${ports.etcdClient}`,
    "--bind-address=127.0.0.1",
    // Without it the server ends on a machine that has no default route.
    "--advertise-address=127.0.0.1",
    "--endpoint-reconciler-type=none",
    `--secure-port=${ports.apiServer}`,
    `--cert-dir=${paths.certificates}`,
    `--token-auth-file=${paths.tokenFile}`,
    "--authorization-mode=Node,RBAC",
    "--enable-admission-plugins=NodeRestriction",
    // Otherwise privileged and HostProcess pods fail validation before Pod Security can name its reason.
    "--allow-privileged=true",
    `--service-cluster-ip-range=${cluster.serviceCidr}`,
    `--service-account-issuer=${cluster.oidcIssuerUrl}`,
    `--service-account-jwks-uri=${new URL("openid/v1/jwks", withSlash(cluster.oidcIssuerUrl)).href}`,
    `--service-account-signing-key-file=${paths.serviceAccountKey}`,
    `--service-account-key-file=${paths.serviceAccountKey}`,
    "--service-account-extend-token-expiration=false",
    // The simulated kubelets answer on loopback, not at their nodes' addresses.
    "--kubelet-preferred-address-types=InternalDNS",
    ...(cluster.entra ? entraFlags(paths) : []),
    "--profiling=false",
    ...emulation(cluster),
  ];
}

export function controllerManagerFlags(paths: PlanePaths, cluster: ClusterSpec): string[] {
  return [
    `--kubeconfig=${paths.controllerManagerKubeconfig}`,
    "--secure-port=0",
    "--leader-elect=false",
    "--use-service-account-credentials=true",
    `--service-account-private-key-file=${paths.serviceAccountKey}`,
    `--root-ca-file=${paths.certificateAuthority}`,
    `--node-monitor-grace-period=${NODE_GRACE_SECONDS}s`,
    `--cluster-name=${cluster.name}`,
    "--kube-api-qps=100",
    "--kube-api-burst=200",
    "--profiling=false",
    ...emulation(cluster),
  ];
}

export function schedulerFlags(paths: PlanePaths, cluster: ClusterSpec): string[] {
  return [
    `--kubeconfig=${paths.schedulerKubeconfig}`,
    "--secure-port=0",
    "--leader-elect=false",
    "--kube-api-qps=100",
    "--kube-api-burst=200",
    "--profiling=false",
    ...emulation(cluster),
  ];
}

function entraFlags(paths: PlanePaths): string[] {
  return [
    `--authentication-token-webhook-config-file=${paths.tokenReviewKubeconfig}`,
    "--authentication-token-webhook-version=v1",
    "--authentication-token-webhook-cache-ttl=10s",
  ];
}

/** Lets the binaries behave as the cluster's own version where they can; gitVersion stays that of the binaries. */
function emulation(cluster: ClusterSpec): string[] {
  const version = parse(cluster.kubernetesVersion);
  if (version === null) {
    return [];
  }
  const wanted = minor(version);
  const canEmulate = wanted < BINARY_MINOR && wanted >= BINARY_MINOR - EMULATED_MINORS;
  return canEmulate ? [`--emulated-version=kube=1.${wanted}`] : [];
}

function withSlash(url: string): string {
  return url.endsWith("/") ? url : `${url}/`;
}
