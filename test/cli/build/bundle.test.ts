import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeBundle } from "../../../images/bundle";
import { runProcess } from "../../../sandbox/engine/runProcess";
import { digest } from "../../sandbox/azure/containerRegistry/tasks/testBuilder";
import { BuildCloud, registryId } from "./buildCloud";

describe("fleet build of the agent images", function () {
  this.timeout("90s");
  let cloud: BuildCloud;
  let folder: string;
  before(async () => {
    cloud = await BuildCloud.start();
    folder = mkdtempSync(join(tmpdir(), "fleet-bundle-"));
    await writeBundle("fleet", join(folder, "fleet.js"));
    writeFileSync(join(folder, "Dockerfile"), "FROM scratch\n");
    writeFileSync(join(folder, ".dockerignore"), "*\n");
  });
  after(async () => {
    await cloud.stop();
    rmSync(folder, { recursive: true });
  });

  it("builds as one file, without any module beside it", async () => {
    const { exitCode, stdout, stderr } = await runProcess(
      process.execPath,
      ["fleet.js", "build", ".", "--image", "web/site:1", "--json"],
      { cwd: folder, env: { ...cloud.signedIn, FLEET_REGISTRY: registryId } },
    );
    assert.equal(exitCode, 0, stderr);
    assert.deepEqual((JSON.parse(stdout) as { images: unknown }).images, [
      { repository: "web/site", tag: "1", digest },
    ]);
  });

  it("knows no sandbox", async () => {
    const { exitCode, stderr } = await runProcess(
      process.execPath,
      ["fleet.js", "build", ".", "--image", "web/site:1"],
      {
        cwd: folder,
        env: { FLEET_REGISTRY: "" },
      },
    );
    assert.equal(exitCode, 2);
    assert.doesNotMatch(stderr, /sandbox/);
  });
});
