import type { CoreV1Event, V1Pod } from "@kubernetes/client-node";
import type { ApiClient } from "../apiClient";

export type EventType = "Normal" | "Warning";

export interface EventTarget {
  readonly kind: "Pod" | "Node";
  readonly apiVersion: "v1";
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly fieldPath?: string;
}

/** Writes events in the name of one component. Never fails: an event that is refused, as in a namespace that goes, is lost. */
export class EventRecorder {
  private sequence = 0;

  constructor(
    private readonly client: ApiClient,
    private readonly component: string,
    private readonly host?: string,
  ) {}

  record(target: EventTarget, type: EventType, reason: string, message: string): void {
    const now = new Date();
    const namespace = target.namespace ?? "default";
    this.sequence += 1;
    const suffix = (BigInt(now.getTime()) * 1_000_000n + BigInt(this.sequence)).toString(16);
    const body: CoreV1Event = {
      metadata: { name: `${target.name}.${suffix}`, namespace },
      involvedObject: { ...target },
      type,
      reason,
      message,
      source: { component: this.component, host: this.host },
      reportingComponent: this.component,
      reportingInstance: this.host ?? "",
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
    };
    this.client.core.createNamespacedEvent({ namespace, body }).catch(() => undefined);
  }
}

export function podTarget(pod: V1Pod, containerPath?: string): EventTarget {
  return {
    kind: "Pod",
    apiVersion: "v1",
    name: pod.metadata?.name ?? "",
    namespace: pod.metadata?.namespace,
    uid: pod.metadata?.uid,
    fieldPath: containerPath,
  };
}
