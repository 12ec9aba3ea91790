import assert from "node:assert/strict";
import {
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { FollowedProcess } from "../../support/followedProcess";
import { supervised } from "./support/supervised";
import { eventually } from "./support/supervisedContainer";

/** The user "nobody" of most systems. */
const nobody = 65534;

describe("Supervisor: token file", function () {
  this.timeout(120_000);
  /** How far ahead the service's clock is, in milliseconds. */
  let ahead: number;
  beforeEach(() => {
    ahead = 0;
  });
  // Before the pod's own: nothing is deleted from a folder that cannot be written.
  afterEach(() => chmodSync(join(pod.container.folder, "secret"), 0o755));
  const pod = supervised({ now: () => new Date(Date.now() + ahead) });

  /** What a job reads from the token file, or "none". */
  const readByJob = async (run: FollowedProcess) => {
    const job = await pod.container.queueJob({ script: `cat '${pod.container.tokenFile}' 2>/dev/null || echo none` });
    await eventually("job", run, async () => (await pod.container.job(job))["result"] ?? undefined);
    return String((await pod.container.job(job))["log"]).trim();
  };
  const drainAndEnd = async (run: FollowedProcess) => {
    const drain = await pod.container.start("drain").ended;
    assert.equal(drain.code, 0, `${drain.output}${run.output()}`);
    assert.equal((await run.ended).code, 0);
    assert.deepEqual(await pod.container.agents(), []);
  };
  /** A Secret's volume as kubelet writes it: links through `..data`, which is exchanged when the secret changes. */
  const writeVolume = (version: string, token: string) => {
    const folder = join(pod.container.folder, "secret");
    mkdirSync(join(folder, version));
    writeFileSync(join(folder, version, "token"), token);
    symlinkSync(version, join(folder, "..data_tmp"));
    renameSync(join(folder, "..data_tmp"), join(folder, "..data"));
    rmSync(pod.container.tokenFile, { force: true });
    symlinkSync(join("..data", "token"), pod.container.tokenFile);
  };
  const newToken = async (validMinutes: number) => {
    const validTo = new Date(Date.now() + ahead + validMinutes * 60_000).toISOString();
    const scopes = ["vso.agentpools_manage"];
    return String((await pod.service.administer("POST", "personalAccessTokens", { validTo, scopes }))["token"]);
  };

  it("where it can be deleted, it goes after the registration: no job reads it, and the agent can still be removed", async () => {
    const run = pod.container.start("run");
    await pod.container.untilListening(run);
    assert.equal(existsSync(pod.container.tokenFile), false);
    assert.match(run.output(), /The token file .* is deleted: jobs cannot read it/);
    assert.equal(await readByJob(run), "none");
    await drainAndEnd(run);
  });

  it("in a volume of kubelet it is left, and the log says that jobs can read it", async () => {
    writeVolume("..2026_11_30_12_00_00.1", pod.container.token);
    const run = pod.container.start("run");
    await pod.container.untilListening(run);
    assert.match(run.output(), /The token file .* is left, because kubelet keeps it there: jobs can read it/);
    assert.equal(await readByJob(run), pod.container.token);
    await drainAndEnd(run);
    assert.equal(readFileSync(pod.container.tokenFile, "utf8"), pod.container.token);
    assert.equal(run.output().includes(pod.container.token), false);
  });

  it("in a folder that cannot be written it is left, and the log says that jobs can read it", async () => {
    // Nothing keeps root from writing, so it gives the container to somebody else.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) {
      giveAway(pod.container.folder, nobody);
      lchownSync(join(pod.container.folder, "secret"), 0, 0);
    }
    chmodSync(join(pod.container.folder, "secret"), 0o555);
    const run = pod.container.start("run", {}, isRoot ? nobody : undefined);
    await pod.container.untilListening(run);
    assert.match(run.output(), /The token file .* is left, because its folder cannot be written: jobs can read it/);
    assert.equal(await readByJob(run), pod.container.token);
    await drainAndEnd(run);
  });

  it("F26: a token that expires during a job is read anew when the agent goes", async () => {
    writeVolume("..2026_11_30_12_00_00.1", await newToken(1));
    const run = pod.container.start("run");
    await pod.container.untilListening(run);
    await pod.container.queueJob({ script: "sleep 2" });
    await pod.container.untilJobRuns(run);
    ahead = 2 * 60_000;
    writeVolume("..2026_11_30_12_02_00.2", await newToken(60));
    await drainAndEnd(run);
  });
});

/** The folder with all that is in it, but not what links lead to. */
function giveAway(folder: string, user: number): void {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  ["", ...paths].forEach((path) => lchownSync(join(folder, path), user, user));
}
