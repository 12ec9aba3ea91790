import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeBundle } from "../../../../images/bundle";
import { layAgentPackage } from "../../../../sandbox/agent/agentPackage";
import type { Misbehaviour } from "../../../../sandbox/agent/misbehaviour";
import { followed, type FollowedProcess } from "../../../support/followedProcess";
import { record, type Fixture } from "../../../sandbox/azuredevops/fixture";

/** Short waits of the stand-in, for tests. */
const impatient: Misbehaviour = { pollPauseSeconds: 0.05, retrySeconds: 0.1, renewSeconds: 0.2, cancelSeconds: 0.3 };

export const poolName = "UI Automation & Ünïcode's";

let bundle: Promise<Buffer> | undefined;

/** The folder of an agent's container, as the images lay it out: the bundled supervisor beside an agent package. */
export class SupervisedContainer {
  private readonly started: ChildProcess[] = [];

  private constructor(
    readonly folder: string,
    readonly service: Fixture,
    readonly token: string,
    readonly agentName: string,
  ) {}

  /** A container for an agent of the pool `poolName`, which is created. */
  static async open(service: Fixture, agentName = "agent-win22-7d9f8b6c5-x2x4z"): Promise<SupervisedContainer> {
    const folder = mkdtempSync(join(tmpdir(), "azp-"));
    bundle ??= bundledSupervisor(folder);
    writeFileSync(join(folder, "supervisor.js"), await bundle);
    await layAgentPackage(join(folder, "agent"));
    await service.request("POST", "_apis/distributedtask/pools", { name: poolName });
    const container = new SupervisedContainer(folder, service, await service.token(), agentName);
    container.misbehave({});
    mkdirSync(join(folder, "secret"));
    writeFileSync(container.tokenFile, container.token);
    return container;
  }

  get tokenFile(): string {
    return join(this.folder, "secret", "token");
  }

  get agentFolder(): string {
    return join(this.folder, "agent");
  }

  misbehave(misbehaviour: Misbehaviour): void {
    writeFileSync(join(this.agentFolder, ".standin.json"), JSON.stringify({ ...impatient, ...misbehaviour }));
  }

  get environment(): Record<string, string> {
    return {
      PATH: "/usr/bin:/bin",
      AZP_URL: this.service.organizationUrl,
      AZP_POOL: poolName,
      AZP_AGENT_NAME: this.agentName,
      AZP_TOKEN_FILE: this.tokenFile,
      VSO_AGENT_IGNORE: "AZP_TOKEN_FILE,AZP_URL",
    };
  }

  /**
   * Starts a command of the supervisor.
   * @param user number of the user and group that it runs as; default: who runs the tests
   */
  start(command: "run" | "drain" | "health", environment: Record<string, string> = {}, user?: number): FollowedProcess {
    const child = spawn(process.execPath, [join(this.folder, "supervisor.js"), command], {
      env: { ...this.environment, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      ...(user !== undefined && { uid: user, gid: user }),
    });
    this.started.push(child);
    return followed(child);
  }

  async health(): Promise<number | null> {
    return (await this.start("health").ended).code;
  }

  async untilListening(run: FollowedProcess): Promise<void> {
    await eventually("listening", run, async () => ((await this.health()) === 0 ? true : undefined));
  }

  /** Waits until the agent gets no further job. */
  async untilDisabled(run: FollowedProcess): Promise<void> {
    await eventually("disabled", run, async () => (await this.agents())[0]?.["enabled"] === false || undefined);
  }

  /** Every agent of the pool, as the service shows them. */
  async agents(): Promise<readonly Record<string, unknown>[]> {
    const pools = await this.service.request("GET", "_apis/distributedtask/pools");
    const pool = values(pools.body).find(({ name }) => name === poolName);
    const query = "includeCapabilities=true&includeAssignedRequest=true";
    const { body } = await this.service.request(
      "GET",
      `_apis/distributedtask/pools/${String(pool?.["id"])}/agents?${query}`,
    );
    return values(body);
  }

  /** @returns its number */
  async queueJob(body: Record<string, unknown> = {}): Promise<number> {
    const path = `pools/${encodeURIComponent(poolName)}/jobs`;
    const [job] = values(await this.service.administer("POST", path, { seconds: 0.1, ...body }));
    return Number(job?.["requestId"]);
  }

  job(id: number): Promise<Record<string, unknown>> {
    return this.service.administer("GET", `pools/${encodeURIComponent(poolName)}/jobs/${id}`);
  }

  async untilJobRuns(run: FollowedProcess): Promise<void> {
    await eventually("worker", run, () => (this.processes("Agent.Worker").length > 0 ? true : undefined));
  }

  /** Processes of the agent's folder that run a program. */
  processes(program: "Agent.Listener" | "Agent.Worker"): readonly number[] {
    return readdirSync("/proc")
      .filter(
        (name) => /^\d+$/.test(name) && procFile(name, "cmdline").includes(join(this.agentFolder, "bin", program)),
      )
      .map(Number);
  }

  /** Kills what is left and deletes the folder. */
  close(): void {
    for (const child of this.started) {
      child.kill("SIGKILL");
    }
    for (const pid of [...this.processes("Agent.Listener"), ...this.processes("Agent.Worker")]) {
      process.kill(pid, "SIGKILL");
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** A file of /proc; empty when the process has ended. */
export function procFile(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

/** Asks until the answer is good. Fails after the limit with what the process printed. */
export async function eventually<T>(
  what: string,
  run: FollowedProcess,
  ask: () => Promise<T | undefined> | T | undefined,
  limitSeconds = 30,
): Promise<T> {
  const deadline = Date.now() + limitSeconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) {
      return answer;
    }
    if (Date.now() > deadline) {
      throw new Error(`${what}: not within ${limitSeconds} seconds\n${run.output()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function bundledSupervisor(folder: string): Promise<Buffer> {
  const file = join(folder, "supervisor.js");
  await writeBundle("supervisor", file);
  return readFileSync(file);
}

function values({ value }: Record<string, unknown>): readonly Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(record) : [];
}
