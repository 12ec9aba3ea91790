import { setTimeout as delay } from "node:timers/promises";
import type { SmokeCluster } from "../smokeCluster";
import type { SmokeRun } from "../smokeRun";
import type { SmokeTarget } from "../smokeTarget";
import type { Destination, SmokeWays } from "../ways/smokeWays";
import { CheckFailure, resultOf, type CheckName, type CheckResult } from "./checkResult";

export interface JourneySubject {
  readonly cluster: SmokeCluster;
  readonly ways: SmokeWays;
  readonly target: SmokeTarget;
  /** Undefined when no pod is ready. */
  readonly to: Destination | undefined;
}

type Journey = (subject: JourneySubject & { readonly to: Destination }) => Promise<string>;

const journeys: readonly (readonly [CheckName, Journey])[] = [
  ["service discovery", ({ ways, to }) => ways.discovery(to)],
  ["service address", ({ ways, to }) => ways.serviceAddress(to)],
  ["service to pod", ({ cluster, ways, to }) => serviceToPod(cluster, ways, to)],
  ["inbound", ({ ways, to }) => ways.inbound(to)],
  ["outbound", ({ ways, to, target }) => outbound(ways, to, target)],
];

/** Whether the version's web servers can be reached, and reach the world. */
export async function checkJourneys(subject: JourneySubject, run: SmokeRun): Promise<readonly CheckResult[]> {
  const { to, target } = subject;
  const results: CheckResult[] = [];
  for (const [check, journey] of journeys) {
    run.progress(`${target.os}: ${check}`);
    results.push(
      await resultOf(check, target.os, async () => {
        if (to === undefined) {
          throw new CheckFailure("No pod is ready, so nothing could be reached.", "The check of the pods says why.");
        }
        return untilItLeads(() => journey({ ...subject, to }), run);
      }),
    );
  }
  return results;
}

/** Endpoints, kube-proxy and DNS follow the pods by themselves: a way gets some time. */
async function untilItLeads(way: () => Promise<string>, { pace, signal }: SmokeRun): Promise<string> {
  const deadline = Date.now() + pace.settleSeconds * 1000;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await way();
    } catch (error) {
      const mayPass = error instanceof CheckFailure && error.outcome === "failed" && Date.now() < deadline;
      if (!mayPass) throw error;
    }
    await delay(pace.pauseMilliseconds, undefined, { signal });
  }
}

async function serviceToPod(cluster: SmokeCluster, ways: SmokeWays, to: Destination): Promise<string> {
  const slices = await cluster.endpointSlices(to.namespace, to.service);
  const ready = slices.flatMap(({ endpoints, ports }) =>
    (endpoints ?? [])
      .filter(({ conditions }) => conditions?.ready !== false)
      .flatMap(({ addresses }) => addresses)
      .flatMap((address) => (ports ?? []).map(({ port }) => ({ address, port: port ?? 0 }))),
  );
  if (ready.length === 0) {
    throw new CheckFailure(
      `The EndpointSlices of Service ${to.service} have no ready address.`,
      "Its selector finds no ready pod: the check of the pods, and `kubectl describe endpointslices`.",
    );
  }
  const seen: string[] = [];
  for (const { address, port } of ready) seen.push(await ways.podAddress(to, address, port));
  return seen.join("; ");
}

async function outbound(ways: SmokeWays, to: Destination, { system }: SmokeTarget): Promise<string> {
  const [pod] = to.pods;
  if (pod === undefined) throw new CheckFailure("No pod is ready.", "The check of the pods says why.");
  return ways.outbound(to, pod, system);
}
