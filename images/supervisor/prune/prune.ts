import { ServiceCallError, type AgentRecord, type AgentService, type PoolReference } from "../agentService";
import type { Clock } from "../clock";
import { fleetCapability, placeholderCapability } from "../environment/readCapabilities";
import type { Log } from "../log";
import type { PruneSettings } from "./pruneSettings";
import { retry } from "../retry";

export interface PruneOutcome {
  readonly removed: readonly string[];
  /** Agents of the fleet that stay, and why. */
  readonly kept: readonly { readonly name: string; readonly why: string }[];
  /** Agents that should be gone and are not. */
  readonly failed: readonly string[];
}

type Verdict = Pick<PruneSettings, "fleet" | "agentPrefix" | "afterMinutes">;

export const stage = "prune";

const removalPolicy = { firstPauseSeconds: 1, longestPauseSeconds: 15, limitSeconds: 60 };

/** Why an agent of the fleet stays, first reason first. Whatever is not known for sure keeps it. */
const reasonsToStay: readonly {
  readonly why: string;
  readonly holds: (agent: AgentRecord, settings: Verdict, pods: ReadonlySet<string>, now: number) => boolean;
}[] = [
  {
    why: "stands for a class while none of its agents run",
    holds: ({ capabilities }) => placeholderCapability in capabilities,
  },
  { why: "is online", holds: ({ online }) => online },
  { why: "has a job", holds: ({ assignedRequest }) => assignedRequest !== undefined },
  { why: "has a pod", holds: ({ name }, _settings, pods) => pods.has(name.toLowerCase()) },
  {
    why: "has not been offline for long enough",
    // Also true when the time is not a number.
    holds: ({ statusChangedAt }, { afterMinutes }, _pods, now) => !(now - statusChangedAt > afterMinutes * 60_000),
  },
];

export interface PruneWork {
  readonly pool: PoolReference;
  readonly service: AgentService;
  /** Names of all pods there are, in lower case. */
  readonly listPods: () => Promise<ReadonlySet<string>>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Removes agents that a pod left behind when it was ended hard. Each is read again right before its removal, and only a read
 * that does not find it afterwards counts.
 * @throws what listing the agents or the pods throws: nothing is removed then
 */
export async function prune(settings: Verdict, work: PruneWork): Promise<PruneOutcome> {
  const { pool, service, listPods, clock, log } = work;
  const agents = (await service.listAgents(pool)).filter((agent) => isOwn(agent, settings));
  const pods = await listPods();
  const outcome = {
    removed: new Array<string>(),
    kept: new Array<{ name: string; why: string }>(),
    failed: new Array<string>(),
  };
  for (const agent of agents) {
    const why = whyStays(agent, settings, pods, clock.now());
    const result = why === undefined ? await remove(agent, pods, settings, work) : { why };
    if (result === "removed") {
      log.info(stage, `Removed ${agent.name}`);
      outcome.removed.push(agent.name);
    } else if (result === "failed") {
      outcome.failed.push(agent.name);
    } else {
      log.info(stage, `Left ${agent.name}: it ${result.why}`);
      outcome.kept.push({ name: agent.name, why: result.why });
    }
  }
  return outcome;
}

function isOwn({ name, capabilities }: AgentRecord, { agentPrefix, fleet }: Verdict): boolean {
  return name.toLowerCase().startsWith(agentPrefix.toLowerCase()) && capabilities[fleetCapability] === fleet;
}

function whyStays(agent: AgentRecord, settings: Verdict, pods: ReadonlySet<string>, now: number): string | undefined {
  return reasonsToStay.find(({ holds }) => holds(agent, settings, pods, now))?.why;
}

async function remove(
  { id, name }: AgentRecord,
  pods: ReadonlySet<string>,
  settings: Verdict,
  { pool, service, clock, log }: PruneWork,
): Promise<"removed" | "failed" | { readonly why: string }> {
  const attempt = async () => {
    const agent = await service.readAgent(pool, id);
    if (agent === undefined) {
      return "removed";
    }
    const why = isOwn(agent, settings) ? whyStays(agent, settings, pods, clock.now()) : "belongs to somebody else now";
    if (why !== undefined) {
      return { why };
    }
    await service.deleteAgent(pool, id);
    if ((await service.readAgent(pool, id)) !== undefined) {
      throw new ServiceCallError("busy", "Azure DevOps still shows it.");
    }
    return "removed";
  };
  try {
    return await retry(attempt, { policy: removalPolicy, clock });
  } catch (error) {
    log.error(stage, `${name} could not be removed: ${error instanceof Error ? error.message : String(error)}`);
    return "failed";
  }
}
