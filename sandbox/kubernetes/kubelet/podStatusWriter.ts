import { ApiException, PatchStrategy, setHeaderOptions, type V1Pod, type V1PodStatus } from "@kubernetes/client-node";
import type { ApiClient } from "../apiClient";
import { errorText } from "../errorText";

/** The pod is gone, or another one has its name: nothing to write any more. */
const GONE: ReadonlySet<number> = new Set([404, 409]);

/** Writes pod statuses, one after the other for each pod, so that a later status never meets an earlier one. */
export class PodStatusWriter {
  private stopped = false;
  private readonly queues = new Map<string, Promise<unknown>>();

  constructor(
    private readonly client: ApiClient,
    private readonly log: (line: string) => void,
  ) {}

  /** The status as the server keeps it now, or undefined when the pod is gone. */
  write(pod: V1Pod, status: V1PodStatus): Promise<V1PodStatus | undefined> {
    return this.inTurn(pod, async () => {
      const { name = "", namespace = "", uid } = pod.metadata ?? {};
      // The uid makes the server refuse the patch for a successor of the same name.
      const body = { metadata: { uid }, status };
      const written = await this.client.core.patchNamespacedPodStatus(
        { name, namespace, body },
        setHeaderOptions("Content-Type", PatchStrategy.StrategicMergePatch),
      );
      return written.status;
    });
  }

  /** Lets go of a pod whose containers have ended, as the last step of its deletion. */
  async remove(pod: V1Pod): Promise<void> {
    await this.inTurn(pod, async () => {
      const { name = "", namespace = "", uid } = pod.metadata ?? {};
      await this.client.core.deleteNamespacedPod({
        name,
        namespace,
        body: { gracePeriodSeconds: 0, preconditions: { uid } },
      });
    });
  }

  report(pod: V1Pod, error: unknown): void {
    if (!this.stopped) {
      this.log(`pod ${pod.metadata?.namespace}/${pod.metadata?.name}: ${errorText(error)}`);
    }
  }

  /** From now on the API server may be gone: failures are no news. */
  stop(): void {
    this.stopped = true;
  }

  private inTurn<T>(pod: V1Pod, write: () => Promise<T>): Promise<T | undefined> {
    const key = pod.metadata?.uid ?? "";
    const turn = (this.queues.get(key) ?? Promise.resolve()).then(write).catch((error: unknown) => {
      if (!(error instanceof ApiException && GONE.has(error.code))) {
        this.report(pod, error);
      }
      return undefined;
    });
    this.queues.set(key, turn);
    void turn.then(() => {
      if (this.queues.get(key) === turn) {
        this.queues.delete(key);
      }
    });
    return turn;
  }
}
