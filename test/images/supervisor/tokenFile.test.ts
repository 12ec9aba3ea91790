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
import { Fixture } from "../../sandbox/azuredevops/fixture";
import { eventually, SupervisedContainer, type ContainerProcess } from "./support/supervisedContainer";

/** The user "nobody" of most systems. */
const nobody = 65534;

describe("Supervisor: token file", function () {
  this.timeout(120_000);
  let service: Fixture;
  let container: SupervisedContainer;
  /** How far ahead the service's clock is, in milliseconds. */
  let ahead: number;
  beforeEach(async () => {
    ahead = 0;
    service = await Fixture.open({ messagePollSeconds: 1, now: () => new Date(Date.now() + ahead) });
    container = await SupervisedContainer.open(service);
  });
  afterEach(async () => {
    chmodSync(join(container.folder, "secret"), 0o755);
    container.close();
    await service.close();
  });

  /** What a job reads from the token file, or "none". */
  const readByJob = async (run: ContainerProcess) => {
    const job = await container.queueJob({ script: `cat '${container.tokenFile}' 2>/dev/null || echo none` });
    await eventually("job", run, async () => (await container.job(job))["result"] ?? undefined);
    return String((await container.job(job))["log"]).trim();
  };
  const drainAndEnd = async (run: ContainerProcess) => {
    const drain = await container.start("drain").ended;
    assert.equal(drain.code, 0, `${drain.output}${run.output()}`);
    assert.equal((await run.ended).code, 0);
    assert.deepEqual(await container.agents(), []);
  };
  /** A Secret's volume as kubelet writes it: links through `..data`, which is exchanged when the secret changes. */
  const writeVolume = (version: string, token: string) => {
    const folder = join(container.folder, "secret");
    mkdirSync(join(folder, version));
    writeFileSync(join(folder, version, "token"), token);
    symlinkSync(version, join(folder, "..data_tmp"));
    renameSync(join(folder, "..data_tmp"), join(folder, "..data"));
    rmSync(container.tokenFile, { force: true });
    symlinkSync(join("..data", "token"), container.tokenFile);
  };
  const newToken = async (validMinutes: number) => {
    const validTo = new Date(Date.now() + ahead + validMinutes * 60_000).toISOString();
    const scopes = ["vso.agentpools_manage"];
    return String((await service.administer("POST", "personalAccessTokens", { validTo, scopes }))["token"]);
  };

  it("where it can be deleted, it goes after the registration: no job reads it, and the agent can still be removed", async () => {
    const run = container.start("run");
    await container.untilListening(run);
    assert.equal(existsSync(container.tokenFile), false);
    assert.match(run.output(), /The token file .* is deleted: jobs cannot read it/);
    assert.equal(await readByJob(run), "none");
    await drainAndEnd(run);
  });

  it("in a volume of kubelet it is left, and the log says that jobs can read it", async () => {
    writeVolume("..2026_11_30_12_00_00.1", container.token);
    const run = container.start("run");
    await container.untilListening(run);
    assert.match(run.output(), /The token file .* is left, because kubelet keeps it there: jobs can read it/);
    assert.equal(await readByJob(run), container.token);
    await drainAndEnd(run);
    assert.equal(readFileSync(container.tokenFile, "utf8"), container.token);
    assert.equal(run.output().includes(container.token), false);
  });

  it("in a folder that cannot be written it is left, and the log says that jobs can read it", async () => {
    // Nothing keeps root from writing, so it gives the container to somebody else.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) {
      giveAway(container.folder, nobody);
      lchownSync(join(container.folder, "secret"), 0, 0);
    }
    chmodSync(join(container.folder, "secret"), 0o555);
    const run = container.start("run", {}, isRoot ? nobody : undefined);
    await container.untilListening(run);
    assert.match(run.output(), /The token file .* is left, because its folder cannot be written: jobs can read it/);
    assert.equal(await readByJob(run), container.token);
    await drainAndEnd(run);
  });

  it("F26: a token that expires during a job is read anew when the agent goes", async () => {
    writeVolume("..2026_11_30_12_00_00.1", await newToken(1));
    const run = container.start("run");
    await container.untilListening(run);
    await container.queueJob({ script: "sleep 2" });
    await container.untilJobRuns(run);
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
