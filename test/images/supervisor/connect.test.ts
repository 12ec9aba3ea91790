import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ServiceCallError, type AgentService } from "../../../images/supervisor/agentService";
import { createAgentService } from "../../../images/supervisor/azureDevOps/createAgentService";
import { connect } from "../../../images/supervisor/connect";
import type { ExitReason } from "../../../images/supervisor/exitCodes";
import { createLog, type Log } from "../../../images/supervisor/log";
import { retry } from "../../../images/supervisor/retry";
import { SupervisorError } from "../../../images/supervisor/supervisorError";
import { JumpingClock } from "./jumpingClock";

const settings = { url: "https://dev.azure.com/contoso", pool: "win22", connectTimeoutMinutes: 10 };
const unresolved = new ServiceCallError(
  "network",
  "dev.azure.com does not answer: its name is not resolved (ENOTFOUND).",
);

describe("supervisor connect", () => {
  let clock: JumpingClock;
  let lines: string[];
  let log: Log;
  beforeEach(() => {
    clock = new JumpingClock();
    lines = [];
    log = createLog(
      "text",
      (line) => lines.push(line),
      () => clock.now(),
    );
  });

  /** Fails until it is told otherwise. */
  const serviceOf = (findPool: () => Promise<{ id: number; name: string }>) => {
    let requests = 0;
    const service: Pick<AgentService, "findPool"> = {
      findPool: () => {
        requests += 1;
        return findPool();
      },
    };
    return { service, requests: () => requests };
  };
  const failing = (error: Error) => serviceOf(() => Promise.reject(error));

  it("F128: waits for a name that is not resolved in the first 20 seconds", async () => {
    const { service, requests } = serviceOf(async () => {
      if (clock.elapsedSeconds < 20) {
        throw unresolved;
      }
      return { id: 7, name: "win22" };
    });

    assert.deepEqual(await connect(service, settings, clock, log), { id: 7, name: "win22" });
    assert.ok(clock.elapsedSeconds < 60, `${clock.elapsedSeconds} s`);
    assert.ok(requests() >= 5 && requests() <= 8, `${requests()} requests`);
    assert.match(lines[1] ?? "", /^2026-11-30T12:00:00Z connect +warning: .*ENOTFOUND.* Next try in 1 s\.$/);
  });

  it("gives up at the limit, and says who does not answer", async () => {
    const { service, requests } = failing(unresolved);

    await assert.rejects(connect(service, settings, clock, log), ended("network", /dev\.azure\.com does not answer/));
    assert.equal(clock.elapsedSeconds, 600);
    assert.ok(requests() >= 20 && requests() <= 50, `${requests()} requests`);
  });

  it("tries once when the limit is nought", async () => {
    const { service, requests } = failing(unresolved);

    await assert.rejects(connect(service, { ...settings, connectTimeoutMinutes: 0 }, clock, log), ended("network"));
    assert.equal(requests(), 1);
  });

  const ends: readonly [ConstructorParameters<typeof ServiceCallError>[0], ExitReason][] = [
    ["refused", "tokenRefused"],
    ["expired", "tokenExpired"],
    ["forbidden", "poolUnavailable"],
    ["unexpected", "configuration"],
  ];
  for (const [failure, reason] of ends) {
    it(`F26: ends with ${reason} after exactly one request that is ${failure}`, async () => {
      const { service, requests } = failing(new ServiceCallError(failure, "no", undefined, ["Do this."]));

      await assert.rejects(connect(service, settings, clock, log), (error: unknown) => {
        ended(reason)(error);
        assert.deepEqual(error instanceof SupervisorError && error.remedies, ["Do this."]);
        return true;
      });
      assert.deepEqual([requests(), clock.elapsedSeconds], [1, 0]);
    });
  }

  it("passes on what a missing pool needs, after one request", async () => {
    const { service, requests } = failing(new SupervisorError("poolUnavailable", "no pool"));

    await assert.rejects(connect(service, settings, clock, log), ended("poolUnavailable", /no pool/));
    assert.equal(requests(), 1);
  });

  it("waits as long as the service asks for", async () => {
    const { service } = serviceOf(async () => {
      if (clock.elapsedSeconds < 90) {
        throw new ServiceCallError("throttled", "slower", 90);
      }
      return { id: 7, name: "win22" };
    });

    await connect(service, settings, clock, log);

    assert.deepEqual(clock.pauses, [90]);
  });

  it("ends while a request hangs, when it is told to", async () => {
    const stop = new AbortController();
    const { service } = serviceOf(() => {
      stop.abort();
      return new Promise(() => undefined);
    });

    await assert.rejects(connect(service, settings, clock, log, stop.signal), { name: "AbortError" });
  });

  it("asks for nothing when it is told to end before", async () => {
    const { service, requests } = failing(unresolved);

    await assert.rejects(connect(service, settings, clock, log, AbortSignal.abort()), { name: "AbortError" });
    assert.equal(requests(), 0);
  });

  it("F26: sends a real service exactly one request with a token that has expired", async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response
        .writeHead(401, { "content-type": "text/html" })
        .end("<html><title>Access Denied: The Personal Access Token used has expired.</title></html>");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/contoso`;
    const service = createAgentService({ url, credential: { kind: "token", token: "old" } }, clock, log);

    await assert.rejects(connect(service, settings, clock, log), (error: unknown) => {
      ended("tokenExpired", /The Personal Access Token used has expired/)(error);
      assert.match(error instanceof SupervisorError ? error.remedies.join() : "", /Make a new token/);
      return true;
    });
    assert.equal(requests, 1);
    server.close();
  });
});

describe("supervisor retry", () => {
  const policy = { firstPauseSeconds: 1, longestPauseSeconds: 8, limitSeconds: 60 };
  const failure = new ServiceCallError("unavailable", "down");

  it("pauses twice as long each time, up to the longest, and tries at the limit for the last time", async () => {
    const clock = new JumpingClock();
    let attempts = 0;

    await assert.rejects(
      retry(
        () => {
          attempts += 1;
          throw failure;
        },
        { policy, clock, jitter: () => 1 },
      ),
      failure,
    );

    assert.deepEqual(clock.pauses, [1, 2, 4, 8, 8, 8, 8, 8, 8, 5]);
    assert.equal(attempts, 11);
  });

  it("spreads the pauses from a half to the whole", async () => {
    const clock = new JumpingClock();

    await assert.rejects(retry(() => Promise.reject(failure), { policy, clock, jitter: () => 0 }));

    assert.deepEqual(clock.pauses.slice(0, 5), [0.5, 1, 2, 4, 4]);
  });

  it("gives up at once when the service asks for more time than there is", async () => {
    const clock = new JumpingClock();
    const throttled = new ServiceCallError("throttled", "slower", 61);

    await assert.rejects(
      retry(() => Promise.reject(throttled), { policy, clock }),
      throttled,
    );
    assert.deepEqual(clock.pauses, []);
  });

  it("does not try again what does not pass by itself", async () => {
    const clock = new JumpingClock();
    const fault = new TypeError("a fault of ours");

    await assert.rejects(
      retry(() => Promise.reject(fault), { policy, clock }),
      fault,
    );
    assert.deepEqual(clock.pauses, []);
  });

  it("gives what the attempt gives", async () => {
    assert.equal(await retry(async () => 5, { policy, clock: new JumpingClock() }), 5);
  });
});

function ended(reason: ExitReason, message = /./) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof SupervisorError, String(error));
    assert.equal(error.reason, reason);
    assert.match(error.message, message);
    return true;
  };
}
