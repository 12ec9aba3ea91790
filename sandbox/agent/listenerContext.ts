import type { DiagnosticLog } from "./diagnosticLog";
import type { Misbehaviour } from "./misbehaviour";

/** What every part of a running listener shares. */
export interface ListenerContext {
  /** The agent's root folder. */
  readonly root: string;
  /** Without the arguments that came in it. Jobs inherit it. */
  readonly environment: NodeJS.ProcessEnv;
  readonly misbehaviour: Misbehaviour;
  readonly log: DiagnosticLog;
  /** A line for people, on standard output. */
  readonly print: (line: string) => void;
}
