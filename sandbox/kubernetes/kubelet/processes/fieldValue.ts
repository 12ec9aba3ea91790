import type {
  V1Container,
  V1Node,
  V1ObjectFieldSelector,
  V1Pod,
  V1ResourceFieldSelector,
} from "@kubernetes/client-node";
import { quantity } from "../../scheduling/quantity";

/** What the downward API can tell of a pod. */
export interface PodFacts {
  readonly pod: V1Pod;
  readonly node: V1Node;
  readonly podIp: string | undefined;
  readonly hostIp: string;
}

const fields: Readonly<Record<string, (facts: PodFacts) => string | undefined>> = {
  "metadata.name": ({ pod }) => pod.metadata?.name,
  "metadata.namespace": ({ pod }) => pod.metadata?.namespace,
  "metadata.uid": ({ pod }) => pod.metadata?.uid,
  "metadata.labels": ({ pod }) => mapText(pod.metadata?.labels),
  "metadata.annotations": ({ pod }) => mapText(pod.metadata?.annotations),
  "spec.nodeName": ({ pod }) => pod.spec?.nodeName,
  "spec.serviceAccountName": ({ pod }) => pod.spec?.serviceAccountName,
  "status.hostIP": ({ hostIp }) => hostIp,
  "status.hostIPs": ({ hostIp }) => hostIp,
  "status.podIP": ({ podIp }) => podIp,
  "status.podIPs": ({ podIp }) => podIp,
};

/** The value of a field of the pod, "" where it has none. @throws Error for a path that the downward API does not know. */
export function fieldValue({ fieldPath }: V1ObjectFieldSelector, facts: PodFacts): string {
  const [, map, key] = /^metadata\.(labels|annotations)\['(.*)'\]$/.exec(fieldPath) ?? [];
  if (key !== undefined) {
    return facts.pod.metadata?.[map === "labels" ? "labels" : "annotations"]?.[key] ?? "";
  }
  const field = fields[fieldPath];
  if (field === undefined) {
    throw new Error(`unsupported fieldPath: ${fieldPath}`);
  }
  return field(facts) ?? "";
}

/** As files of the downward API hold labels and annotations: one `key="value"` a line, sorted. */
function mapText(map: Readonly<Record<string, string>> = {}): string {
  return Object.entries(map)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .join("\n");
}

/**
 * A request or limit of a container in units of the divisor, rounded up. A limit that is not set is what the node has.
 * @throws Error for a resource that the downward API does not know.
 */
export function resourceValue(
  { resource, divisor }: V1ResourceFieldSelector,
  container: V1Container,
  { node }: PodFacts,
): string {
  const [, kind, name = ""] = /^(limits|requests)\.(.+)$/.exec(resource) ?? [];
  if (kind === undefined) {
    throw new Error(`unsupported container resource : ${resource}`);
  }
  const { limits, requests } = container.resources ?? {};
  const own = kind === "limits" ? limits?.[name] : requests?.[name];
  const amount = own ?? (kind === "limits" ? node.status?.allocatable?.[name] : undefined) ?? "0";
  // A divisor that is not set is written as "0".
  const unit = quantity(divisor ?? "1");
  return String(Math.ceil(quantity(amount) / (unit === 0 ? 1 : unit)));
}
