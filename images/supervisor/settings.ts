/** How the supervisor proves to Azure DevOps who the agent is. */
export type Credential =
  | {
      readonly kind: "workloadIdentity";
      readonly clientId: string;
      readonly tenantId: string;
      readonly tokenFile: string;
      /** Such as `https://login.microsoftonline.com/`. */
      readonly authorityHost: string;
    }
  | { readonly kind: "tokenFile"; readonly path: string }
  | { readonly kind: "token"; readonly token: string };

/** What the supervisor does, read once from the environment. */
export interface Settings {
  /** `AZP_URL`, without a slash at the end. */
  readonly url: string;
  /** `AZP_POOL` */
  readonly pool: string;
  /** `AZP_AGENT_NAME`; default: the full host name, never `COMPUTERNAME`, which Windows cuts to 15 characters. */
  readonly agentName: string;
  /** Folder of the agent package. `AZP_AGENT_FOLDER`; default: `agent` beside the supervisor's file. */
  readonly agentFolder: string;
  /** `AZP_WORK`; default `_work`, in the agent's folder. */
  readonly workFolder: string;
  readonly credential: Credential;
  /** `AGENT_RUN_ONCE`; default false. */
  readonly runOnce: boolean;
  /** `AZP_IDLE_TIMEOUT_MINUTES`: without a job for so long, the agent goes out of service. Default 0: never. */
  readonly idleTimeoutMinutes: number;
  /** `AZP_DRAIN_TIMEOUT_MINUTES`: how long a job may go on after the agent was told to go. Default 60. */
  readonly drainTimeoutMinutes: number;
  /** `AZP_UPDATE_TIMEOUT_MINUTES`: how long an update of the agent by itself may take. Default 15. */
  readonly updateTimeoutMinutes: number;
  /** `AZP_CONNECT_TIMEOUT_MINUTES`: how long name resolution and Azure DevOps are waited for. Default 10. */
  readonly connectTimeoutMinutes: number;
  /** `AZP_CAPABILITIES`, a JSON object of texts, and the marker of the fleet from `AZP_FLEET`. */
  readonly capabilities: Readonly<Record<string, string>>;
  /** `AZP_PROXY_URL`; else `https_proxy` or `HTTPS_PROXY`. */
  readonly proxyUrl?: string;
  /** `no_proxy` or `NO_PROXY`: hosts that are reached without the proxy, in a list with commas. */
  readonly noProxy?: string;
  /** `AZP_CA_BUNDLE`: PEM file of further certificate authorities. */
  readonly caBundle?: string;
  /** `AGENT_DEBUG_HOLD`, in minutes; default 0: start the agent. */
  readonly debugHoldMinutes: number;
  /** `AZP_LOG_FORMAT`; default text. */
  readonly logFormat: "text" | "json";
  /** What works and still should be changed, a sentence each. For the log. */
  readonly warnings: readonly string[];
}
