import {
  ApiException,
  PatchStrategy,
  setHeaderOptions,
  V1MicroTime,
  type V1Node,
  type V1Taint,
} from "@kubernetes/client-node";
import type { ApiClient } from "../apiClient";
import { errorText } from "../errorText";
import { waitFor } from "../waitFor";
import { NODE_GRACE_SECONDS } from "../controlPlane/componentFlags";

/** A tenth of the time after which a silent node is NotReady. */
const RENEW_MILLISECONDS = (NODE_GRACE_SECONDS * 1000) / 10;
const NOT_READY = "node.kubernetes.io/not-ready";
const OPEN_MILLISECONDS = 30_000;
const LEASE_NAMESPACE = "kube-node-lease";

/** The Node objects of a cluster: registers, updates and removes them, and keeps their leases fresh. */
export class NodeFleet {
  private readonly names = new Set<string>();
  private readonly heartbeat: NodeJS.Timeout;

  constructor(
    private readonly client: ApiClient,
    private readonly log: (line: string) => void,
  ) {
    this.heartbeat = setInterval(() => void this.renewAll(), RENEW_MILLISECONDS);
    this.heartbeat.unref();
  }

  /**
   * Makes the node exist with these labels, taints and status. What others have added to it stays.
   * @param before The node as it was wanted until now: what it has and `wanted` has not is taken away.
   */
  async put(wanted: V1Node, before: V1Node = wanted): Promise<V1Node> {
    const name = wanted.metadata?.name ?? "";
    await this.renew(name);
    this.names.add(name);
    const existing = await this.find(name);
    if (existing === undefined) {
      await this.client.core.createNode({ body: wanted });
      return this.untilOpen(name);
    }
    await this.settle(existing, wanted, before);
    return this.client.core.patchNodeStatus(
      { name, body: { status: wanted.status } },
      setHeaderOptions("Content-Type", PatchStrategy.StrategicMergePatch),
    );
  }

  /** Marks the node as closed for new pods. False when there is no such node. */
  async cordon(name: string): Promise<boolean> {
    return (await this.patch(name, { spec: { unschedulable: true } })) !== undefined;
  }

  async uncordon(name: string): Promise<void> {
    await this.patch(name, { spec: { unschedulable: null } });
  }

  async remove(name: string): Promise<void> {
    this.names.delete(name);
    await ignoreMissing(this.client.core.deleteNode({ name }));
    await ignoreMissing(this.client.coordination.deleteNamespacedLease({ name, namespace: LEASE_NAMESPACE }));
  }

  stop(): void {
    clearInterval(this.heartbeat);
  }

  private find(name: string): Promise<V1Node | undefined> {
    return ignoreMissing(this.client.core.readNode({ name }));
  }

  /** Every node is born with the taint not-ready, which the node controller takes off a Ready node. */
  private untilOpen(name: string): Promise<V1Node> {
    return waitFor(
      async () => {
        const node = await this.client.core.readNode({ name });
        return node.spec?.taints?.some(({ key }) => key === NOT_READY) === true ? undefined : node;
      },
      { what: `node ${name} is Ready`, timeoutMilliseconds: OPEN_MILLISECONDS, intervalMilliseconds: 50 },
    );
  }

  /** Brings labels and taints up to date. Taints are one list, which the node controller writes as well: hence the version. */
  private async settle(existing: V1Node, wanted: V1Node, before: V1Node): Promise<void> {
    const { name = "", resourceVersion } = existing.metadata ?? {};
    const labels = wanted.metadata?.labels ?? {};
    const dropped = Object.keys(before.metadata?.labels ?? {}).filter((label) => !(label in labels));
    const ours = new Set([...(before.spec?.taints ?? []), ...(wanted.spec?.taints ?? [])].map(taintKey));
    const foreign = (existing.spec?.taints ?? []).filter((taint) => !ours.has(taintKey(taint)));
    const body = {
      metadata: {
        resourceVersion,
        labels: { ...Object.fromEntries(dropped.map((label) => [label, null])), ...labels },
      },
      spec: { taints: [...(wanted.spec?.taints ?? []), ...foreign] },
    };
    try {
      await this.patch(name, body);
    } catch (error) {
      if (!(error instanceof ApiException && error.code === 409)) {
        throw error;
      }
      await this.settle(await this.client.core.readNode({ name }), wanted, before);
    }
  }

  private patch(name: string, body: object): Promise<V1Node | undefined> {
    return ignoreMissing(
      this.client.core.patchNode({ name, body }, setHeaderOptions("Content-Type", PatchStrategy.MergePatch)),
    );
  }

  private async renewAll(): Promise<void> {
    try {
      await Promise.all([...this.names].map((name) => this.renew(name)));
    } catch (error) {
      this.log(`node leases were not renewed: ${errorText(error)}`);
    }
  }

  private async renew(name: string): Promise<void> {
    const spec = {
      holderIdentity: name,
      leaseDurationSeconds: NODE_GRACE_SECONDS,
      renewTime: new V1MicroTime(),
    };
    const renewed = await ignoreMissing(
      this.client.coordination.patchNamespacedLease(
        { name, namespace: LEASE_NAMESPACE, body: { spec } },
        setHeaderOptions("Content-Type", PatchStrategy.MergePatch),
      ),
    );
    if (renewed === undefined) {
      await this.client.coordination.createNamespacedLease({
        namespace: LEASE_NAMESPACE,
        body: { metadata: { name, namespace: LEASE_NAMESPACE }, spec },
      });
    }
  }
}

function taintKey({ key, effect }: V1Taint): string {
  return `${key}:${effect}`;
}

async function ignoreMissing<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof ApiException && error.code === 404) {
      return undefined;
    }
    throw error;
  }
}
