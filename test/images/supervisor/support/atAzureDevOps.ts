import type { AgentService } from "../../../../images/supervisor/agentService";
import { createAgentService } from "../../../../images/supervisor/azureDevOps/createAgentService";
import { createLog } from "../../../../images/supervisor/log";
import type { Fault } from "../../../../sandbox/faults";
import { Fixture } from "../../../sandbox/azuredevops/fixture";
import { JumpingClock } from "../jumpingClock";

/** What is answered instead of the truth. */
export type GivenAnswer = Omit<Extract<Fault["effect"], { kind: "answer" }>, "kind">;

interface AtAzureDevOps {
  readonly fixture: Fixture;
  /** With a token that may do everything. */
  readonly service: AgentService;
  /** "UI Automation"; there is "UI Automation 2" too. */
  readonly pool: { readonly id: number; readonly name: string };
  /** What the services have logged. */
  readonly lines: string[];
  /** Creates a personal access token. */
  newToken(body?: Record<string, unknown>): Promise<string>;
  /** @param url default: the organization's */
  serviceWith(token: string, url?: string): AgentService;
  /** Has the next request of a test answered so. */
  answer(given: GivenAnswer): void;
}

/** Gives the tests of a `describe` one organization with two pools. */
export function atAzureDevOps(): AtAzureDevOps {
  let fixture: Fixture;
  let service: AgentService;
  let pool: { id: number; name: string };
  const lines: string[] = [];
  before(async () => {
    fixture = await Fixture.open();
    await fixture.request("POST", "_apis/distributedtask/pools", { name: "UI Automation" });
    await fixture.request("POST", "_apis/distributedtask/pools", { name: "UI Automation 2" });
    service = serviceWith(await newToken());
    pool = await service.findPool("UI Automation");
  });
  afterEach(() => fixture.emulator.faults.clear());
  after(() => fixture.close());

  const newToken = async (body: Record<string, unknown> = {}) =>
    String((await fixture.administer("POST", "personalAccessTokens", body))["token"]);
  const serviceWith = (token: string, url = fixture.organizationUrl) =>
    createAgentService(
      { url, credential: { kind: "token", token } },
      new JumpingClock(),
      createLog("text", (line) => lines.push(line)),
    );

  return {
    get fixture() {
      return fixture;
    },
    get service() {
      return service;
    },
    get pool() {
      return pool;
    },
    lines,
    newToken,
    serviceWith,
    answer: (given) => {
      fixture.emulator.faults.add({ path: "/_apis/distributedtask/", effect: { kind: "answer", ...given } });
    },
  };
}
