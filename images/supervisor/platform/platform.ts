/** What differs between the systems that agents run on. */
export interface Platform {
  /** Whether names of environment variables that differ by case alone are different ones. */
  readonly environmentCaseSensitive: boolean;
  /** The listener's executable file. */
  listenerFile(agentFolder: string): string;
  /** Where `run` can be asked: a socket beside the supervisor's file, or a named pipe. */
  controlAddress(supervisorFile: string): string;
  /**
   * Makes the system trust certificate authorities, each in a file of its own, for programs that ask it: the listener and the jobs.
   * @throws when the system refuses
   */
  trust(certificateFiles: readonly string[]): Promise<void>;
  /** Ends a listener that has no job. */
  stop(pid: number): Promise<void>;
  /** Makes the listener cancel its job and end, where the system has a way. Its end is not waited for. */
  interrupt(pid: number): Promise<void>;
  /** Ends a listener with all that it has started, and whatever else runs from the agent's folder. */
  killTree(pid: number | undefined, agentFolder: string): Promise<void>;
  /** Whether a worker runs from the agent's folder. */
  workerRuns(agentFolder: string): Promise<boolean>;
}
