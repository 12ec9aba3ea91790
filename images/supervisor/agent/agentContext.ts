import type { AgentFiles } from "./agentFiles";
import type { AgentService, PoolReference } from "../agentService";
import type { Clock } from "../clock";
import type { Departure } from "./departure";
import type { JobTally } from "./jobTally";
import type { Listener } from "../listener/listener";
import type { Log } from "../log";
import type { Settings } from "../settings";
import type { Status } from "./status";

/** What the life of one agent needs of the world. Everything that takes time, fails or ends is behind one of these. */
export interface AgentContext {
  readonly settings: Settings;
  /** The supervisor's own; the listener gets a cleaned one. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether names of environment variables differ by case alone, as on Linux. */
  readonly environmentCaseSensitive: boolean;
  readonly service: AgentService;
  readonly connect: (signal: AbortSignal) => Promise<PoolReference>;
  readonly clock: Clock;
  readonly log: Log;
  readonly listener: Listener;
  readonly files: AgentFiles;
  readonly departure: Departure;
  readonly jobs: JobTally;
  readonly status: Status;
  /** From 0 up to 1: spreads the pauses of agents that started together. */
  readonly random: () => number;
}
