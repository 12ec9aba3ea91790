import { setTimeout as delay } from "node:timers/promises";
import type { V1Deployment, V1Pod } from "@kubernetes/client-node";
import { smokeLabels, smokeName } from "../manifests/smokeLabels";
import type { SmokeCluster } from "../smokeCluster";
import { isReady } from "../smokePod";
import type { SmokeRun } from "../smokeRun";
import type { SmokeTarget } from "../smokeTarget";
import { CheckFailure } from "./checkResult";
import { podTrouble, type PodTrouble } from "./podTrouble";

/** Waits until all pods of a version are ready. @throws CheckFailure with the cluster's own reason when they do not get there. */
export async function untilPodsReady(
  cluster: SmokeCluster,
  target: SmokeTarget,
  run: SmokeRun,
): Promise<readonly V1Pod[]> {
  const startedAt = Date.now();
  const { startSeconds } = target;
  const patience = { now: 0, soon: Math.min(run.pace.stuckSeconds, startSeconds), late: startSeconds } as const;
  let since: { readonly kind: string; readonly at: number } | undefined;
  for (;;) {
    run.signal.throwIfAborted();
    const deployment = await cluster.deployment(run.namespace, smokeName(target.os));
    const pods = await cluster.pods(run.namespace, smokeLabels(target.os));
    const ready = pods.filter(isReady);
    const wanted = deployment.spec?.replicas ?? 1;
    if (ready.length >= wanted) return ready;

    const trouble = refusal(deployment) ?? (await firstTrouble(cluster, run.namespace, pods));
    const text = trouble?.text ?? "starting";
    run.progress(`${target.os}: ${ready.length} of ${wanted} pods ready (${text})`);
    const kind = trouble?.hopeless ?? "late";
    // A pull that fails is told in changing words; how long it goes on is what counts.
    since = since?.kind === kind ? since : { kind, at: Date.now() };
    const waited = (Date.now() - (kind === "late" ? startedAt : since.at)) / 1000;
    if (waited >= patience[kind]) {
      throw new CheckFailure(
        `${ready.length} of ${wanted} pods are ready after ${Math.round((Date.now() - startedAt) / 1000)} s: ${text}`,
        trouble?.remedy ?? "Run the check with --keep and look at the pods with `kubectl describe`.",
      );
    }
    await delay(run.pace.pauseMilliseconds, undefined, { signal: run.signal });
  }
}

/** The API server refuses the pods themselves: an unknown RuntimeClass, a quota, a policy. */
function refusal({ status }: V1Deployment): PodTrouble | undefined {
  const failure = status?.conditions?.find(({ type, status: value }) => type === "ReplicaFailure" && value === "True");
  return failure === undefined
    ? undefined
    : {
        text: failure.message ?? "pods are refused",
        hopeless: "soon",
        remedy: "The API server refuses the pods: its message says what stands against them.",
      };
}

async function firstTrouble(
  cluster: SmokeCluster,
  namespace: string,
  pods: readonly V1Pod[],
): Promise<PodTrouble | undefined> {
  for (const pod of pods.filter((each) => !isReady(each))) {
    const name = pod.metadata?.name ?? "";
    const hasEnded =
      pod.status?.containerStatuses?.some(({ lastState }) => lastState?.terminated !== undefined) === true;
    const [lastWarning, lastWords] = await Promise.all([
      cluster.lastWarning(namespace, name),
      hasEnded ? cluster.lastWords(namespace, name) : "",
    ]);
    const trouble = podTrouble(pod, { lastWarning, lastWords });
    if (trouble !== undefined) return trouble;
  }
  return undefined;
}
