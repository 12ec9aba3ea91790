import { smokeName } from "../manifests/smokeLabels";
import type { SmokeCluster } from "../smokeCluster";
import type { SmokePod } from "../smokePod";
import type { SmokeRun } from "../smokeRun";
import type { SmokeTarget } from "../smokeTarget";
import type { Destination, SmokeWays } from "../ways/smokeWays";
import { checkJourneys } from "./checkJourneys";
import { checkNodes } from "./checkNodes";
import { checkPods } from "./checkPods";
import type { CheckResult } from "./checkResult";
import { checkRuntimeClass } from "./checkRuntimeClass";

export interface ChecksSubject {
  readonly cluster: SmokeCluster;
  readonly ways: SmokeWays;
  readonly targets: readonly SmokeTarget[];
}

/** Checks web servers that have been deployed. The nodes come after the pods, which may have made new ones. */
export async function runChecks(
  { cluster, ways, targets }: ChecksSubject,
  run: SmokeRun,
): Promise<readonly CheckResult[]> {
  const classes = await Promise.all(targets.map((target) => checkRuntimeClass(cluster, target)));
  const deployed = await Promise.all(
    targets.map(async (target) => ({ target, ...(await checkPods(cluster, target, run)) })),
  );
  const results = [...classes.flat(), ...deployed.map(({ result }) => result), ...(await checkNodes(cluster))];
  for (const { target, pods } of deployed) {
    const to = pods.length === 0 ? undefined : await destination(cluster, run.namespace, target, pods, deployed);
    results.push(...(await checkJourneys({ cluster, ways, target, to }, run)));
  }
  return results;
}

interface VersionPods {
  readonly target: SmokeTarget;
  readonly pods: readonly SmokePod[];
}

async function destination(
  cluster: SmokeCluster,
  namespace: string,
  target: SmokeTarget,
  pods: readonly SmokePod[],
  all: readonly VersionPods[],
): Promise<Destination> {
  const service = smokeName(target.os);
  const { spec } = await cluster.service(namespace, service);
  const other = all.find((each) => each.target.os !== target.os && each.pods.length > 0);
  const from = (other ?? { target, pods }).pods.at(-1) ?? { name: "", node: "", address: "" };
  return {
    namespace,
    service,
    clusterIp: spec?.clusterIP ?? "",
    pods,
    from: { ...from, system: (other?.target ?? target).system },
  };
}
