import type { ManagedClusterProperties } from "../schema/containerService/managedCluster";

export type NetworkProfile = NonNullable<ManagedClusterProperties["networkProfile"]>;

/** What the rules for a pool ask of the cluster that it is, or will be, in. */
export interface ClusterContext {
  readonly networkProfile: NetworkProfile;
  readonly hasWindowsProfile: boolean;
  readonly hasNatGateway: boolean;
  /** Full version of the control plane. */
  readonly controlPlaneVersion: string;
  readonly longTermSupport: boolean;
  readonly today: Date;
}
