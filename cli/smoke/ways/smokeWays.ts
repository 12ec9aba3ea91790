import type { SmokePod } from "../smokePod";
import type { SmokeTarget } from "../smokeTarget";

/** The Service of a version, its pods, and the pod that others are reached from. */
export interface Destination {
  readonly namespace: string;
  readonly service: string;
  /** The Service's own address. */
  readonly clusterIp: string;
  readonly pods: readonly SmokePod[];
  /** Where possible a pod of another version, so that more than one node has to work. */
  readonly from: SmokePod & Pick<SmokeTarget, "system">;
}

/**
 * How things are reached in a cluster. Each way connects, and returns what it has seen as a sentence.
 * @throws CheckFailure when it does not get there, or when there is no such way.
 */
export interface SmokeWays {
  /** From inside a pod by the Service's name. */
  discovery(to: Destination): Promise<string>;
  /** From inside a pod by the Service's own address. */
  serviceAddress(to: Destination): Promise<string>;
  /** From inside a pod to the address of another. */
  podAddress(to: Destination, address: string, port: number): Promise<string>;
  /** From where the command runs. */
  inbound(to: Destination): Promise<string>;
  /** From inside one of the version's pods to the internet. */
  outbound(to: Destination, pod: SmokePod, system: SmokeTarget["system"]): Promise<string>;
}
