import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { layAgentPackage } from "../../../sandbox/agent/agentPackage";
import type { Misbehaviour } from "../../../sandbox/agent/misbehaviour";
import { followed, type EndedProcess, type FollowedProcess } from "../../support/followedProcess";
import type { Fixture } from "../azuredevops/fixture";
import { record } from "../azuredevops/fixture";

/** Short waits, for tests. */
const impatient: Misbehaviour = { pollPauseSeconds: 0.05, retrySeconds: 0.1, renewSeconds: 0.2, cancelSeconds: 0.3 };

/** An agent folder of its own, with the stand-in in it. */
export class AgentFixture {
  private readonly started: ChildProcess[] = [];

  private constructor(
    readonly folder: string,
    private readonly service: Fixture,
    readonly pool: string,
    readonly name: string,
  ) {}

  static async open(service: Fixture, pool: string, name: string): Promise<AgentFixture> {
    const folder = mkdtempSync(join(tmpdir(), "agent-"));
    await layAgentPackage(folder);
    const agent = new AgentFixture(folder, service, pool, name);
    agent.misbehave({});
    return agent;
  }

  misbehave(misbehaviour: Misbehaviour): void {
    writeFileSync(join(this.folder, ".standin.json"), JSON.stringify({ ...impatient, ...misbehaviour }));
  }

  /** The agent's folder stays as long as the process runs; `close` kills what is left. */
  listener(args: readonly string[], environment: Record<string, string> = {}): FollowedProcess {
    const child = spawn(join(this.folder, "bin", "Agent.Listener"), args, {
      env: { PATH: "/usr/bin:/bin", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.started.push(child);
    return followed(child);
  }

  async configure(extra: readonly string[] = [], environment: Record<string, string> = {}): Promise<EndedProcess> {
    const args = [
      "configure",
      "--unattended",
      ...["--url", this.service.organizationUrl],
      ...["--auth", "PAT"],
      ...["--pool", this.pool],
      ...["--agent", this.name],
      ...["--work", "_work"],
      "--acceptTeeEula",
      ...extra,
    ];
    const token = await this.service.token();
    return this.listener(args, { VSTS_AGENT_INPUT_TOKEN: token, ...environment }).ended;
  }

  /** Names of the files in `_diag` that begin so. */
  diagnostics(prefix: string): readonly string[] {
    return readdirSync(join(this.folder, "_diag")).filter((name) => name.startsWith(prefix));
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }

  /** The agent as the service shows it. */
  async inService(query = ""): Promise<Record<string, unknown> | undefined> {
    const { body: pools } = await this.service.request("GET", `_apis/distributedtask/pools?poolName=${this.pool}`);
    const path = `_apis/distributedtask/pools/${String(first(pools)?.["id"])}/agents?agentName=${this.name}${query}`;
    return first((await this.service.request("GET", path)).body);
  }

  close(): void {
    for (const child of this.started) {
      child.kill("SIGKILL");
    }
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Asks until the answer is good. Fails after the limit. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  limitSeconds = 20,
): Promise<T> {
  const deadline = Date.now() + limitSeconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) {
      return answer;
    }
    if (Date.now() > deadline) {
      throw new Error(`${what}: not within ${limitSeconds} seconds`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function first({ value }: Record<string, unknown>): Record<string, unknown> | undefined {
  return Array.isArray(value) && value.length > 0 ? record(value[0]) : undefined;
}
