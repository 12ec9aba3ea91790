import { rmSync } from "node:fs";
import type { StateFile } from "../stateFile";
import type { ClusterEndpoint, ClusterSpec, NodePoolSpec } from "./clusterRuntime";
import type { ClusterState } from "./clusterState";
import { Exclusive } from "./exclusive";
import { endLeftovers } from "./kubelet/processes/leftovers";
import { installGmsaDefinition } from "./gmsaDefinition";
import { runCluster, type RunningCluster, type RunOptions } from "./runningCluster";

/** One cluster: what is remembered of it, and while it runs its processes. */
export class Cluster {
  private running: RunningCluster | undefined;
  private starting: AbortController | undefined;
  private deleted = false;
  private readonly starts = new Exclusive();

  constructor(
    readonly state: ClusterState,
    private readonly file: StateFile<ClusterState>,
    private readonly options: RunOptions,
  ) {}

  /** Starts the control plane; one that runs is started anew only when the specification has changed what it was started with. */
  start(spec: ClusterSpec): Promise<ClusterEndpoint> {
    return this.starts.run(async () => {
      const fits = startedWith(this.state.spec) === startedWith(spec);
      this.state.spec = spec;
      this.save();
      if (this.running === undefined || !fits) {
        await this.end();
        this.starting = new AbortController();
        this.running = await runCluster(this.state, () => this.save(), this.options, this.starting.signal);
      }
      if (spec.gmsa === true) {
        await installGmsaDefinition(this.running.plane.client, this.starting?.signal);
      }
      return this.running.plane.endpoint;
    });
  }

  /** Stops the processes and keeps everything else. A start under way is given up. */
  stop(): Promise<void> {
    this.starting?.abort();
    return this.starts.run(() => this.end());
  }

  /** Stops the cluster, without draining anything, and forgets it. */
  async delete(): Promise<void> {
    this.deleted = true;
    await this.stop();
    // A cluster that has not been started since its run was cut off.
    endLeftovers(this.options.directory);
    rmSync(this.options.directory, { recursive: true, force: true });
  }

  async putPool(spec: NodePoolSpec): Promise<void> {
    await this.mustRun().pools.put(spec);
  }

  async deletePool(name: string): Promise<void> {
    await this.mustRun().pools.delete(name);
  }

  nodeCount(poolName: string): number {
    return this.state.pools.find(({ spec }) => spec.name === poolName)?.instances.length ?? 0;
  }

  /** The loopback address of each pod whose servers have one of their own, by the address that the API shows. */
  podAddresses(): Readonly<Record<string, string>> {
    return this.running?.kubelet.podAddresses() ?? {};
  }

  /** The API server's JWKS. */
  async serviceAccountKeys(): Promise<string> {
    // Declared as text by the client library, which hands out what it has parsed.
    const keys: unknown = await this.mustRun().plane.client.openid.getServiceAccountIssuerOpenIDKeyset();
    return typeof keys === "string" ? keys : JSON.stringify(keys);
  }

  /** Process ids of the control plane; none while it is stopped. */
  get pids(): readonly number[] {
    return this.running?.plane.pids ?? [];
  }

  private mustRun(): RunningCluster {
    if (this.running === undefined) {
      throw new Error(`Cluster ${this.state.spec.name} is not running: start it first.`);
    }
    return this.running;
  }

  private async end(): Promise<void> {
    const running = this.running;
    this.running = undefined;
    await running?.stop();
  }

  private save(): void {
    // A pool operation that the deletion has cut off must not bring the folder back.
    if (!this.deleted) {
      this.file.save(this.state);
    }
  }
}

/** The part of a specification that ends up in the processes' arguments. */
function startedWith({ kubernetesVersion, oidcIssuerUrl, serviceCidr, podCidr, entra }: ClusterSpec): string {
  return JSON.stringify({ kubernetesVersion, oidcIssuerUrl, serviceCidr, podCidr, entra });
}
