import type { TaskResult } from "./jobResults";

/** What the listener needs to know of a job, out of the message's body. */
export interface JobMessage {
  readonly requestId: number;
  readonly jobId: string;
  readonly jobDisplayName: string;
  readonly plan: {
    readonly planId: string;
    readonly scopeIdentifier: string;
    readonly definition: { readonly id: number; readonly name: string };
  };
  /** How long the job runs, unless it has a script. */
  readonly seconds: number;
  /** How it ends, unless its script fails. */
  readonly result: TaskResult;
  readonly script?: string;
  /** What the script signs in to Azure with. */
  readonly serviceConnection?: ServiceConnection;
  /** What the log must not show. */
  readonly mask: readonly MaskHint[];
}

/** What the AzureCLI task has of its service connection, with workload identity federation. */
export interface ServiceConnection {
  readonly id: string;
  readonly clientId: string;
  readonly tenantId: string;
  readonly idToken: string;
  /** Where another token is had, by `accessToken`. */
  readonly oidcRequestUrl: string;
  readonly accessToken: string;
}

/** A pattern of a secret (azure-pipelines-agent MaskHint.cs). */
export interface MaskHint {
  readonly type: "regex";
  readonly value: string;
}

/** What the worker gets of the listener on its standard input: one line of JSON. */
export interface WorkerOrder {
  readonly job: JobMessage;
  readonly agent: { readonly id: number; readonly name: string; readonly poolName: string; readonly serverUrl: string };
  /** Relative to the agent's root folder, or absolute. */
  readonly workFolder: string;
  /** Where the worker writes what the job prints. */
  readonly logFile: string;
  readonly cancelSeconds: number;
  readonly crash: boolean;
}
