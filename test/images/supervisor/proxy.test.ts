import assert from "node:assert/strict";
import { freePort } from "../../../sandbox/freePort";
import { InterceptingProxy } from "./support/interceptingProxy";
import { RecordedService, type Exchange } from "./support/recordedService";
import { supervised } from "./support/supervised";
import { eventually } from "./support/supervisedContainer";

/** A name that is never resolved (RFC 2606): without the proxy, nothing is reached. */
const host = "devops.contoso.test";

describe("Supervisor: through a proxy that intercepts TLS with an authority of its own", function () {
  this.timeout(120_000);
  const pod = supervised({ publicUrl: `https://${host}` });
  let record: RecordedService;
  let proxy: InterceptingProxy;
  beforeEach(async () => {
    record = await RecordedService.open(pod.service.emulator.url);
    proxy = await InterceptingProxy.open(pod.container.folder, host, record);
  });
  afterEach(async () => {
    await proxy.close();
    record.close();
  });

  /** As the program sets them on a Linux pod. The token stays, for processes that start later. */
  const variables = (): Record<string, string> => ({
    AZP_URL: `https://${host}/contoso`,
    AZP_TOKEN_FILE: "",
    AZP_TOKEN: pod.container.token,
    AZP_CONNECT_TIMEOUT_MINUTES: "0",
    AZP_PROXY_URL: proxy.url,
    http_proxy: proxy.url,
    https_proxy: proxy.url,
    NODE_USE_ENV_PROXY: "1",
    AZP_CA_BUNDLE: proxy.caFile,
    NODE_EXTRA_CA_CERTS: proxy.caFile,
    SSL_CERT_FILE: proxy.caFile,
  });
  const start = (command: "run" | "drain" | "health", changed: Record<string, string> = {}) =>
    pod.container.start(command, { ...variables(), ...changed });
  const listening = (run: ReturnType<typeof start>) =>
    eventually("listening", run, async () => ((await start("health").ended).code === 0 ? true : undefined));

  it("registers, has a job, drains and is removed, every request of supervisor and agent through the proxy", async () => {
    const run = start("run");
    await listening(run);
    const job = await pod.container.queueJob({ script: "echo hello" });
    await eventually("job", run, async () => (await pod.container.job(job))["result"] ?? undefined);
    const drain = await start("drain").ended;
    assert.equal(drain.code, 0, drain.output);
    assert.equal((await run.ended).code, 0);
    assert.equal((await pod.container.job(job))["result"], "succeeded");
    assert.deepEqual(await pod.container.agents(), []);
    assert.deepEqual([...new Set(record.exchanges.map(summary))].sort(), [
      "agent DELETE messages",
      "agent DELETE sessions",
      "agent GET agents",
      "agent GET messages",
      "agent GET pools",
      "agent PATCH jobrequests",
      "agent POST agents",
      "agent POST logs",
      "agent POST sessions",
      "agent POST token",
      "supervisor DELETE agents",
      "supervisor GET agents",
      "supervisor GET pools",
      "supervisor PATCH agents",
    ]);
  });

  it("drain goes through it by itself when run was killed", async () => {
    const run = start("run");
    await listening(run);
    run.process.kill("SIGKILL");
    await run.ended;
    const before = record.exchanges.length;
    const { code, output } = await start("drain").ended;
    assert.equal(code, 0, output);
    assert.deepEqual(await pod.container.agents(), []);
    const later = record.exchanges.slice(before).filter(({ bySupervisor }) => bySupervisor);
    assert.equal(later.map(summary).includes("supervisor DELETE agents"), true);
  });

  it("AZP_PROXY_URL alone leads the agent to it too, and Node's own variable for authorities is enough for the supervisor", async () => {
    const run = start("run", { AZP_CA_BUNDLE: "", http_proxy: "", https_proxy: "" });
    await listening(run);
    run.process.kill("SIGTERM");
    assert.equal((await run.ended).code, 0);
  });

  it("without its authority, the certificate is not trusted, and what adds the authority is said", async () => {
    const { code, output } = await start("run", { AZP_CA_BUNDLE: "", NODE_EXTRA_CA_CERTS: "" }).ended;
    assert.equal(code, 11, output);
    assert.match(output, /certificate comes from an authority that is not trusted \(AZP_CA_BUNDLE adds one\)/);
    assert.equal(record.exchanges.length, 0);
  });

  it("where the system does not trust its authority, the agent cannot be registered, and what adds it there is said", async () => {
    const { code, output } = await start("run", { SSL_CERT_FILE: "" }).ended;
    assert.equal(code, 15, output);
    assert.match(output, /SSL_CERT_FILE/);
    assert.deepEqual(await pod.container.agents(), []);
  });

  it("when it does not answer, it is named, with the exit code of the network", async () => {
    const port = await freePort();
    const { code, output } = await start("run", { AZP_PROXY_URL: `http://me:s3cret@127.0.0.1:${port}` }).ended;
    assert.equal(code, 11, output);
    assert.match(output, new RegExp(`The proxy 127\\.0\\.0\\.1:${port}, which is the way to ${host}, does not answer`));
    assert.equal(output.includes("s3cret"), false);
  });
});

describe("Supervisor: around a proxy", function () {
  this.timeout(120_000);
  const pod = supervised();

  it("hosts of no_proxy are reached directly", async () => {
    const record = await RecordedService.open(pod.service.emulator.url);
    const front = await InterceptingProxy.open(pod.container.folder, "localhost", record);
    try {
      const dead = `http://127.0.0.1:${await freePort()}`;
      const run = pod.container.start("run", {
        AZP_URL: `https://localhost:${front.port}/contoso`,
        AZP_CONNECT_TIMEOUT_MINUTES: "0",
        AZP_PROXY_URL: dead,
        http_proxy: dead,
        https_proxy: dead,
        no_proxy: "10.0.0.0/16,localhost",
        AZP_CA_BUNDLE: front.caFile,
        SSL_CERT_FILE: front.caFile,
      });
      await pod.container.untilListening(run);
      run.process.kill("SIGTERM");
      assert.equal((await run.ended).code, 0);
      assert.deepEqual(await pod.container.agents(), []);
    } finally {
      await front.close();
      record.close();
    }
  });
});

/** `supervisor GET agents`: who, how, and the last part of the path that is no number or identifier. */
function summary({ method, path, bySupervisor }: Exchange): string {
  const parts = (path.split("?")[0] ?? "").split("/").filter((part) => /^[a-z]+$/i.test(part));
  return [bySupervisor ? "supervisor" : "agent", method, parts.at(-1)].join(" ");
}
