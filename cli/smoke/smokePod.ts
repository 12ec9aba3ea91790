import type { V1Pod } from "@kubernetes/client-node";

/** A pod with a web server that answers its readiness probe. */
export interface SmokePod {
  readonly name: string;
  readonly node: string;
  /** Of the pod network. */
  readonly address: string;
}

export function smokePod({ metadata, spec, status }: V1Pod): SmokePod {
  return { name: metadata?.name ?? "", node: spec?.nodeName ?? "", address: status?.podIP ?? "" };
}

export function isReady({ metadata, status }: V1Pod): boolean {
  return (
    metadata?.deletionTimestamp === undefined &&
    status?.conditions?.some(({ type, status: value }) => type === "Ready" && value === "True") === true
  );
}
