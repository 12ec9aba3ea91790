import type { AgentFiles } from "../../../../images/supervisor/agent/agentFiles";
import type {
  JobEvents,
  Listener,
  ListenerCommand,
  ListenerEnd,
  ListenerProcess,
} from "../../../../images/supervisor/listener/listener";
import type { RandomSource } from "./randomSource";
import type { SimulatedJob, SimulatedService } from "./simulatedService";
import type { VirtualClock } from "./virtualClock";

/** How listeners of a container misbehave: probabilities. */
export interface Mischief {
  readonly failConfigure: number;
  /** After a job: hangs, with or without heeding an interruption. */
  readonly hangAfterJob: number;
  readonly ignoreInterrupt: number;
  /** With `--once`, asks for another job. */
  readonly secondJob: number;
  /** Ends by itself at some time, with any code. */
  readonly endsAlone: number;
  /** Ends for an update soon after its start. */
  readonly updatesAlone: number;
  /** Its worker dies in the middle of a job, and the listener hangs. */
  readonly crash: number;
  /** An update begins after a job. */
  readonly updateAfterJob: number;
}

/** What the world sees of a container's listeners. */
export interface Witness {
  started(command: ListenerCommand): void;
  jobStarted(): void;
  /** A running job was ended by the supervisor. */
  jobCutOff(): void;
}

/** The agent's listeners and workers of one container, and what they leave in its folder. */
export class SimulatedListener implements Listener, AgentFiles {
  readonly notificationAddress = "127.0.0.1:50000";
  private running: SimulatedProcess | undefined;
  private updatedAt: number | undefined;
  private conflictAt = -1;

  constructor(
    readonly clock: VirtualClock,
    readonly random: RandomSource,
    readonly service: SimulatedService,
    readonly agentName: string,
    readonly mischief: Mischief,
    readonly witness: Witness,
    readonly isKilled: () => boolean,
  ) {}

  start(command: ListenerCommand, events: JobEvents): ListenerProcess {
    this.witness.started(command);
    this.running = new SimulatedProcess(this, command, events);
    return this.running;
  }

  async workerRuns(): Promise<boolean> {
    return this.running?.job !== undefined;
  }

  async killTree(): Promise<void> {
    this.running?.kill();
  }

  /** With the container: nobody is to blame. */
  vanish(): void {
    this.running?.vanish();
  }

  updateBegins(): void {
    this.updatedAt = this.random.chance(0.9) ? this.clock.now() + this.random.between(2_000, 90_000) : undefined;
  }

  sessionConflicts(): void {
    this.conflictAt = this.clock.now();
  }

  async updateOutcome(): Promise<"succeeded" | "failed" | undefined> {
    const over = this.updatedAt !== undefined && this.clock.now() >= this.updatedAt;
    return over ? (this.random.chance(0.8) ? "succeeded" : "failed") : undefined;
  }

  async sessionConflict(since: number): Promise<boolean> {
    return this.conflictAt >= since;
  }

  async checkAccess(): Promise<void> {}
  async cleanConfiguration(): Promise<void> {}
  async writeCapabilities(): Promise<void> {}
  async discardToken(): Promise<void> {}
  async placeCaBundle(bundle: string): Promise<string> {
    return bundle;
  }
  async diagnosticsTail(): Promise<readonly string[]> {
    return [];
  }
}

class SimulatedProcess implements ListenerProcess {
  readonly ended: Promise<ListenerEnd>;
  /** The job that a worker runs. */
  job: SimulatedJob | undefined;
  private over = false;
  private hanging = false;
  private agentId: number | undefined;
  private jobsDone = 0;
  private end: (end: ListenerEnd) => void = () => undefined;
  private readonly once: boolean;

  constructor(
    private readonly world: SimulatedListener,
    command: ListenerCommand,
    private readonly events: JobEvents,
  ) {
    this.ended = new Promise((resolve) => (this.end = resolve));
    this.once = command.arguments.includes("--once");
    if (command.arguments[0] === "configure") {
      this.configure();
    } else {
      this.later(500, 4_000, () => this.listen(world.clock.now()));
    }
  }

  async stop(): Promise<void> {
    return this.interrupt();
  }

  /** SIGINT: cancels the job, deletes the session, ends with 0. */
  async interrupt(): Promise<void> {
    const { random, mischief } = this.world;
    if (this.over || random.chance(mischief.ignoreInterrupt) || (this.hanging && random.chance(0.7))) {
      return;
    }
    this.hanging = true;
    const job = this.job;
    if (job !== undefined) {
      this.world.witness.jobCutOff();
    }
    this.later(100, job === undefined ? 20_000 : 40_000, () => {
      if (job !== undefined) {
        this.job = undefined;
        this.world.service.finish(job);
        this.events.jobFinished();
      }
      this.leave(0);
    });
  }

  kill(): void {
    if (this.job !== undefined) {
      this.world.witness.jobCutOff();
    }
    this.vanish();
  }

  vanish(): void {
    this.job = undefined;
    this.finish(undefined);
  }

  private configure(): void {
    const { random, mischief, service, agentName } = this.world;
    this.later(300, 6_000, () => {
      if (random.chance(mischief.failConfigure / 2)) {
        this.finish(1);
        return;
      }
      service.register(agentName);
      this.later(100, 2_000, () => this.finish(random.chance(mischief.failConfigure / 2) ? 1 : 0));
    });
  }

  private listen(since: number): void {
    const { clock, service, agentName, random, mischief } = this.world;
    const agent = service.agentNamed(agentName);
    if (agent === undefined) {
      this.finish(random.pick([0, 1]));
    } else if (!service.openSession(agent, this)) {
      if (clock.now() - since > 240_000) {
        this.world.sessionConflicts();
        this.finish(1);
      } else {
        this.later(30_000, 30_000, () => this.listen(since));
      }
    } else {
      this.agentId = agent.id;
      if (random.chance(mischief.updatesAlone)) {
        this.world.updateBegins();
        this.later(1_000, 5_000, () => this.leave(this.once ? 4 : 3));
        return;
      }
      if (random.chance(mischief.endsAlone)) {
        this.later(100, 120_000, () => this.endAlone());
      }
      this.poll();
    }
  }

  private endAlone(): void {
    if (this.job !== undefined || this.hanging) {
      return;
    }
    const code = this.world.random.pick([0, 1, 2, this.once ? 4 : 3]);
    if (code > 2) {
      this.world.updateBegins();
    }
    // A crash leaves the session behind.
    this.finish(code, code !== 1);
  }

  private poll(): void {
    const { service, random } = this.world;
    if (this.hanging || this.agentId === undefined) {
      return;
    }
    service.hear(this.agentId, this);
    const job = service.jobOf(this.agentId);
    if (job === undefined) {
      this.later(5_000, 15_000, () => this.poll());
      return;
    }
    this.job = job;
    this.world.witness.jobStarted();
    this.events.jobStarted();
    if (random.chance(this.world.mischief.crash)) {
      this.later(0, job.duration, () => {
        this.job = undefined;
        this.hanging = true;
      });
    } else {
      this.work(job, job.duration);
    }
  }

  private work(job: SimulatedJob, left: number): void {
    const part = Math.min(left, 60_000);
    this.later(part, part, () => {
      if (this.job !== job) {
        return;
      }
      if (this.agentId !== undefined) {
        this.world.service.hear(this.agentId, this);
      }
      if (left > part) {
        this.work(job, left - part);
      } else if (!this.hanging) {
        this.complete(job);
      }
    });
  }

  private complete(job: SimulatedJob): void {
    const { random, mischief, service } = this.world;
    this.job = undefined;
    this.jobsDone += 1;
    service.finish(job);
    this.events.jobFinished();
    if (random.chance(mischief.updateAfterJob)) {
      this.world.updateBegins();
      this.later(10, 2_000, () => this.leave(this.once ? 4 : 3));
    } else if (random.chance(mischief.hangAfterJob)) {
      this.hanging = true;
    } else if (this.once && !random.chance(mischief.secondJob)) {
      this.hanging = true;
      this.later(10, 30_000, () => this.leave(0));
    } else {
      this.later(50, 3_000, () => this.poll());
    }
  }

  private leave(code: number): void {
    this.finish(code, true);
  }

  private finish(code: number | undefined, withSession = false): void {
    if (this.over) {
      return;
    }
    this.over = true;
    if (withSession) {
      this.world.service.closeSession(this);
    }
    this.end({ code, output: [] });
  }

  private later(least: number, most: number, action: () => void): void {
    this.world.clock.after(this.world.random.between(least, most), () => {
      if (!this.over) {
        action();
      }
    });
  }
}
