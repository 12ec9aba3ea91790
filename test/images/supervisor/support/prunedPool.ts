import { createAgentService } from "../../../../images/supervisor/azureDevOps/createAgentService";
import type { AgentService } from "../../../../images/supervisor/agentService";
import { createLog, type Log } from "../../../../images/supervisor/log";
import { Fixture, record } from "../../../sandbox/azuredevops/fixture";
import { JumpingClock } from "../jumpingClock";

/** Marker of the agents that are to be pruned. */
export const fleet = "ci-agents/prod";
/** What an agent with that marker is registered with. */
export const marked = { systemCapabilities: { "AksAgents.Fleet": fleet } };

/** The pool "win22" of an organization, on a clock that the tests move. It is empty before each test. */
export interface PrunedPool {
  readonly fixture: Fixture;
  /** May do everything. */
  readonly token: string;
  readonly service: AgentService;
  readonly pool: { readonly id: number; readonly name: string };
  readonly clock: JumpingClock;
  /** What has been logged in this test. */
  readonly lines: string[];
  readonly log: Log;
  /**
   * @param body default: with the fleet's marker
   * @returns number of the agent
   */
  register(name: string, body?: Record<string, unknown>): Promise<number>;
  /** Opens a session of an agent. */
  goOnline(id: number, name: string): ReturnType<Fixture["request"]>;
  /** Ends a session. */
  goOffline(sessionId: string): Promise<unknown>;
  giveJob(agent: string): Promise<void>;
  /** Lets time pass. */
  minutes(count: number): void;
  /** Names of the agents that there are, in order. */
  names(): Promise<readonly string[]>;
}

/** Gives the tests of a `describe` a pool. */
export function prunedPool(): PrunedPool {
  let fixture: Fixture;
  let token: string;
  let service: AgentService;
  let pool: { id: number; name: string };
  const clock = new JumpingClock();
  const lines: string[] = [];
  const log = createLog("text", (line) => lines.push(line));
  before(async () => {
    fixture = await Fixture.open({ now: () => new Date(clock.now()) });
    await fixture.request("POST", "_apis/distributedtask/pools", { name: "win22" });
    token = String((await fixture.administer("POST", "personalAccessTokens"))["token"]);
    const credential = { kind: "token", token } as const;
    service = createAgentService({ url: fixture.organizationUrl, credential }, clock, log);
    pool = await service.findPool("win22");
  });
  beforeEach(() => {
    lines.length = 0;
  });
  afterEach(async () => {
    fixture.emulator.faults.clear();
    for (const { id, assignedRequest } of await service.listAgents(pool)) {
      if (assignedRequest !== undefined) {
        await fixture.administer("POST", `pools/win22/jobs/${assignedRequest.requestId}/finish`, {});
      }
      await service.deleteAgent(pool, id);
    }
  });
  after(() => fixture.close());

  const path = () => `_apis/distributedtask/pools/${pool.id}`;
  return {
    get fixture() {
      return fixture;
    },
    get token() {
      return token;
    },
    get service() {
      return service;
    },
    get pool() {
      return pool;
    },
    clock,
    lines,
    log,
    register: async (name, body = marked) =>
      Number((await fixture.request("POST", `${path()}/agents`, { name, ...body })).body["id"]),
    goOnline: (id, name) =>
      fixture.request("POST", `${path()}/sessions`, { ownerName: name, agent: { id, name, version: "5.278.0" } }),
    goOffline: (sessionId) => fixture.request("DELETE", `${path()}/sessions/${sessionId}`),
    giveJob: async (agent) => {
      const jobs = await fixture.administer("POST", "pools/win22/jobs", {});
      const { requestId } = record((jobs["value"] as unknown[])[0]);
      await fixture.administer("POST", `pools/win22/jobs/${String(requestId)}/assign`, { agent });
    },
    minutes: (count) => clock.advance(count * 60),
    names: async () => (await service.listAgents(pool)).map(({ name }) => name).sort(),
  };
}
