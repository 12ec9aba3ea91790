/** The agent's folder as the supervisor uses it. */
export interface AgentFiles {
  /** @throws SupervisorError `configuration` when a folder that the agent writes to is not writable. */
  checkAccess(): Promise<void>;
  /** Deletes what an earlier configuration has left: a key of another container cannot be read, and configure would use it. */
  cleanConfiguration(): Promise<void>;
  /** Capabilities beside the environment, from which the agent takes the others. */
  writeCapabilities(capabilities: Readonly<Record<string, string>>): Promise<void>;
  /**
   * The further certificate authorities: trusted by the system, and in a file where the agent accepts them, under its own folder.
   * @throws SupervisorError `configuration` when the system does not take them
   */
  placeCaBundle(bundle: string): Promise<string>;
  /** How the update ended that began after the given time, in milliseconds since the epoch. Undefined: not yet. */
  updateOutcome(since: number): Promise<"succeeded" | "failed" | undefined>;
  /** Whether the agent's own log of that time tells of a session that another listener of the same name has. */
  sessionConflict(since: number): Promise<boolean>;
  /** Deletes the file with the token, where its folder allows that: jobs could read it. */
  discardToken(): Promise<void>;
  /** The last lines of the agent's own logs. */
  diagnosticsTail(): Promise<readonly string[]>;
}
