import type { CoreV1Event } from "@kubernetes/client-node";

/** Kubelet adds these to the event that has the reason, and after it (pkg/kubelet/kuberuntime/kuberuntime_container.go). */
const saysNothing = /^Error: (?:ErrImagePull|ImagePullBackOff)$/;

/** Message of the newest warning that tells more than the state of the container; "" when there is none. */
export function tellingWarning(events: readonly CoreV1Event[]): string {
  const telling = events.filter(({ message }) => message !== undefined && !saysNothing.test(message));
  return [...telling].sort((one, other) => lastSeen(one) - lastSeen(other)).at(-1)?.message ?? "";
}

function lastSeen({ lastTimestamp, eventTime, series, metadata }: CoreV1Event): number {
  return new Date(series?.lastObservedTime ?? lastTimestamp ?? eventTime ?? metadata.creationTimestamp ?? 0).getTime();
}
