import type { SmokeCluster } from "./smokeCluster";
import type { SmokeWays } from "./ways/smokeWays";

/** A cluster, and how things are reached in it. */
export interface SmokeAccess {
  /** As a person calls it. */
  readonly name: string;
  readonly cluster: SmokeCluster;
  readonly ways: SmokeWays;
}
