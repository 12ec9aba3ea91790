/** Where the agent stands, as `health` and `drain` are told. */
export type Stage =
  /** No agent is started: `AGENT_DEBUG_HOLD`. */
  | "held"
  | "starting"
  | "registering"
  /** The listener starts, or updates itself. */
  | "waiting"
  /** Registered, enabled, online. */
  | "listening"
  | "leaving"
  | "gone";

/** The stage, and a call for each change. */
export class Status {
  private current: Stage = "starting";

  constructor(private readonly changed: (stage: Stage) => void = () => undefined) {}

  get stage(): Stage {
    return this.current;
  }

  set stage(stage: Stage) {
    if (stage !== this.current) {
      this.current = stage;
      this.changed(stage);
    }
  }
}
