import type { AgentContext } from "../../../../images/supervisor/agent/agentContext";
import { bounded } from "../../../../images/supervisor/agent/callService";
import { connectFailure } from "../../../../images/supervisor/connectFailure";
import { Departure } from "../../../../images/supervisor/agent/departure";
import { JobTally } from "../../../../images/supervisor/agent/jobTally";
import type { ListenerCommand } from "../../../../images/supervisor/listener/listener";
import type { Log } from "../../../../images/supervisor/log";
import { retry } from "../../../../images/supervisor/retry";
import { runAgent, type AgentEnd } from "../../../../images/supervisor/agent/runAgent";
import type { Settings } from "../../../../images/supervisor/settings";
import { Status } from "../../../../images/supervisor/agent/status";
import { RandomSource } from "./randomSource";
import { SimulatedListener, type Mischief } from "./simulatedListener";
import { SimulatedService } from "./simulatedService";
import { VirtualClock } from "./virtualClock";

const minute = 60_000;
const killedExitCode = 137;

/** Longest that anything is waited for before it counts as hanging. */
const horizon = 24 * 60 * minute;

const wellBehaved: Mischief = {
  failConfigure: 0,
  hangAfterJob: 0,
  ignoreInterrupt: 0,
  secondJob: 0,
  endsAlone: 0,
  updatesAlone: 0,
  crash: 0,
  updateAfterJob: 0,
};

export interface World {
  readonly seed?: number;
  readonly settings?: Partial<Settings>;
  readonly mischief?: Partial<Mischief>;
}

/** One pod's supervisor, on a virtual clock, with a simulated service and simulated listeners. */
export class Scenario {
  readonly random: RandomSource;
  readonly clock = new VirtualClock();
  readonly service: SimulatedService;
  readonly settings: Settings;
  readonly violations: string[] = [];
  /** What the supervisor logged, with seconds since the beginning. */
  readonly trace: string[] = [];
  /** Jobs that listeners of the present container have started. */
  jobsStarted = 0;
  /** When the present container was asked to go. */
  askedAt: number | undefined;
  departure = new Departure(() => this.clock.now());
  status = new Status();
  private listener: SimulatedListener | undefined;
  private kill: () => void = () => undefined;
  private stopRestart: () => void = () => undefined;
  private readonly mischief: Mischief;
  private readonly beginning: number;
  private finish: (end: AgentEnd) => void = () => undefined;
  private fail: (error: Error) => void = () => undefined;

  constructor({ seed = 1, settings, mischief }: World = {}) {
    this.random = new RandomSource(seed);
    this.service = new SimulatedService(this.clock, this.random);
    this.settings = { ...defaults, ...settings };
    this.mischief = { ...wellBehaved, ...mischief };
    this.beginning = this.clock.now();
  }

  get seconds(): number {
    return (this.clock.now() - this.beginning) / 1000;
  }

  /** Runs the supervisor, with what is to happen, to the end of its process. */
  async run(events: (scenario: Scenario) => void = () => undefined): Promise<AgentEnd> {
    const ending = new Promise<AgentEnd>((resolve, reject) => {
      this.finish = resolve;
      this.fail = reject;
    });
    this.startContainer();
    events(this);
    const end = await this.clock.runUntil(ending, horizon);
    // A killed process promises nothing.
    if (end.exitCode !== killedExitCode) {
      await this.inspect(end);
    }
    return end;
  }

  at(seconds: number, action: () => void): void {
    this.clock.after(seconds * 1000, action);
  }

  ask(): void {
    this.askedAt ??= this.clock.now();
    this.departure.ask();
  }

  press(): void {
    this.askedAt ??= this.clock.now();
    this.departure.press();
  }

  /** The container is killed, and comes again with an empty folder unless its pod was to go. */
  killContainer(): void {
    this.note("(the container is killed)");
    this.kill();
    this.listener?.vanish();
    // Killed again while there is none, it is the same kill.
    this.kill = () => undefined;
    this.stopRestart();
    this.stopRestart = this.clock.after(this.random.between(1_000, 40_000), () => this.restart());
  }

  private restart(): void {
    if (this.askedAt === undefined) {
      this.startContainer();
    } else {
      this.finish({ exitCode: killedExitCode });
    }
  }

  private startContainer(): void {
    let killed = false;
    this.kill = () => {
      killed = true;
    };
    this.jobsStarted = 0;
    this.departure = new Departure(() => this.clock.now());
    this.status = new Status();
    const listener = new SimulatedListener(
      this.clock,
      this.random,
      this.service,
      this.settings.agentName,
      this.mischief,
      {
        started: (command) => this.inspectCommand(command),
        jobStarted: () => this.countJob(),
        jobCutOff: () => this.inspectCutOff(),
      },
      () => killed,
    );
    this.listener = listener;
    const clock = this.clock.clockOf(() => killed);
    const service = this.service.clientOf(() => killed);
    const policy = {
      firstPauseSeconds: 1,
      longestPauseSeconds: 30,
      limitSeconds: this.settings.connectTimeoutMinutes * 60,
    };
    const jitter = () => this.random.next();
    const context: AgentContext = {
      settings: this.settings,
      environment,
      environmentCaseSensitive: true,
      service,
      connect: (signal) =>
        retry(() => bounded(clock, () => service.findPool(this.settings.pool)), {
          policy,
          clock,
          signal,
          jitter,
        }).catch((error: unknown) => {
          throw connectFailure(error);
        }),
      clock,
      log: this.log,
      listener,
      files: listener,
      departure: this.departure,
      jobs: new JobTally(clock),
      status: this.status,
      random: jitter,
    };
    runAgent(context).then(this.finish, this.fail);
  }

  private readonly log: Log = {
    info: (stage, message) => this.note(`${stage}  ${message}`),
    warn: (stage, message) => this.note(`${stage}  warning: ${message}`),
    error: (stage, message) => this.note(`${stage}  error: ${message}`),
    redact: () => undefined,
  };

  note(line: string): void {
    this.trace.push(`${this.seconds.toFixed(1).padStart(8)} s  ${line}`);
  }

  private violate(invariant: string): void {
    this.note(`VIOLATION: ${invariant}`);
    this.violations.push(invariant);
  }

  private countJob(): void {
    this.jobsStarted += 1;
    this.note(`(job ${this.jobsStarted} of this container starts)`);
    if (this.settings.runOnce && this.jobsStarted > 1) {
      this.violate("a run-once agent has started a second job");
    }
  }

  private inspectCutOff(): void {
    const limit = (this.askedAt ?? Infinity) + this.settings.drainTimeoutMinutes * minute;
    this.note("(a job that runs is cut off)");
    if (!this.departure.isPressed && this.clock.now() < limit) {
      this.violate("a running job was ended before the drain limit");
    }
  }

  private inspectCommand({ arguments: args, environment: variables }: ListenerCommand): void {
    this.note(`(the listener starts: ${args.join(" ").slice(0, 30)})`);
    const isToken = (text: string) => /token-\d/.test(text);
    const holders = Object.entries(variables).filter(([, value]) => isToken(value));
    const allowed = args[0] === "configure" ? ["VSTS_AGENT_INPUT_TOKEN"] : [];
    if (args.some(isToken) || holders.some(([name]) => !allowed.includes(name))) {
      this.violate("a child other than configure has the token in its environment, or one on its command line");
    }
    const own = Object.keys(variables).filter((name) => /^(AZP_|AZURE_|VSTS_AGENT_INPUT_)/.test(name));
    if (own.some((name) => !allowed.includes(name))) {
      this.violate(`a child has ${own.join(", ")} in its environment`);
    }
  }

  private async inspect({ exitCode }: AgentEnd): Promise<void> {
    this.note(`(the process ends with ${exitCode})`);
    if (exitCode === 0 && this.service.agentNamed(this.settings.agentName) !== undefined) {
      this.violate("exit code 0 with the agent still registered");
    }
    if ((await this.listener?.workerRuns()) === true) {
      this.violate("a worker outlives the supervisor");
    }
    // Grace period of the pod: the drain, 120 seconds of a forced end, 180 seconds of removal (plan/timing.ts).
    const graceMinutes = Math.max(this.settings.drainTimeoutMinutes, 3) + 5;
    if (this.askedAt !== undefined && this.clock.now() - this.askedAt > graceMinutes * minute) {
      this.violate(`the end came more than ${graceMinutes} minutes after it was asked for`);
    }
  }
}

/** A configuration in which nothing is set that need not be. */
export const defaults: Settings = {
  url: "https://dev.azure.com/contoso",
  pool: "win22",
  agentName: "agent-1",
  agentFolder: "/azp/agent",
  workFolder: "/azp/agent/_work",
  credential: { kind: "token", token: "token-1" },
  runOnce: false,
  idleTimeoutMinutes: 0,
  drainTimeoutMinutes: 60,
  updateTimeoutMinutes: 15,
  connectTimeoutMinutes: 10,
  capabilities: {},
  debugHoldMinutes: 0,
  logFormat: "text",
  warnings: [],
};

const environment = {
  PATH: "/usr/bin",
  VSO_AGENT_IGNORE: "AZP_TOKEN",
  AZP_TOKEN: "token-1",
  AZP_URL: "https://dev.azure.com/contoso",
  AZURE_CLIENT_ID: "client",
  VSTS_AGENT_INPUT_POOL: "win22",
};
