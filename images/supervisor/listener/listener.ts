/** How `bin/Agent.Listener` is started: an argument array, and the whole environment. */
export interface ListenerCommand {
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** What a listener tells of its jobs. */
export interface JobEvents {
  jobStarted(): void;
  jobFinished(): void;
}

export interface ListenerEnd {
  /** Undefined when a signal ended it. */
  readonly code: number | undefined;
  /** Its last lines. */
  readonly output: readonly string[];
}

export interface ListenerProcess {
  /** @throws SupervisorError `listener` when it cannot be started at all. */
  readonly ended: Promise<ListenerEnd>;
  /** Ends an idle listener; one that has a job would cancel it. */
  stop(): Promise<void>;
  /** Has the running job cancelled and reported, where the system allows that. */
  interrupt(): Promise<void>;
}

/** The agent's listener as the supervisor sees it. */
export interface Listener {
  /** Where the listener reports the start and end of jobs: host and port on loopback. */
  readonly notificationAddress: string;
  /** Starts the listener. Its lines go to the log. */
  start(command: ListenerCommand, jobs: JobEvents): ListenerProcess;
  /** Whether a worker of this agent runs, whoever started it. */
  workerRuns(): Promise<boolean>;
  /** Ends the listener, its workers and what descends from them, at once. */
  killTree(): Promise<void>;
}
