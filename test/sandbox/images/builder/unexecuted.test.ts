import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { ImageBuilds } from "../support/imageBuilds";

const notExecuted =
  " ---> Not executed: the sandbox has neither isolation nor a network for it. Files that it makes are not in the image.";

describe("what the builder cannot do", () => {
  let builds: ImageBuilds;

  before(async () => {
    builds = await ImageBuilds.start();
  });

  after(() => builds.stop());

  it("RUN is not executed, which the log says", async () => {
    const { log, failure } = await builds.build({ Dockerfile: "FROM ubuntu:24.04\nRUN apt-get update\n" });
    assert.equal(failure, undefined);
    assert.equal(log[log.indexOf("Step 2/2 : RUN apt-get update") + 1], notExecuted);
  });

  for (const command of ["exit 0", "false || true", "if false; then exit 1; fi", "echo exit 1", "./test.sh"]) {
    it(`does not foresee a failure of RUN ${command}`, async () => {
      assert.equal((await builds.build({ Dockerfile: `FROM ubuntu:24.04\nRUN ${command}\n` })).failure, undefined);
    });
  }

  it("what a RUN may have made is missing, and the rest is copied", async () => {
    const { log, failure } = await builds.build({
      Dockerfile:
        "FROM ubuntu:24.04 AS made\nCOPY a.txt /out/\nRUN make\nFROM ubuntu:24.04\nCOPY --from=made /out/program /out/a.txt /x/\n",
      "a.txt": "a\n",
    });
    assert.equal(failure, undefined);
    assert.ok(
      log.includes(
        " ---> Not copied: /out/program. What is there comes from a RUN that was not executed, or from a public base.",
      ),
    );
    assert.deepEqual(builds.files(), ["x", "x/a.txt"]);
  });

  it("what is missing in one stage may be missing in the next, and no more than that", async () => {
    const lines = [
      "FROM ubuntu:24.04 AS made",
      "RUN make",
      "FROM ubuntu:24.04 AS packed",
      "COPY --from=made /out/program /opt/",
      "COPY a.txt /opt/",
      "FROM ubuntu:24.04",
      "COPY --from=packed /opt/program /opt/a.txt /opt/",
    ];
    const { failure } = await builds.build({ Dockerfile: lines.join("\n"), "a.txt": "a" });
    assert.equal(failure, undefined);
    assert.deepEqual(builds.files(), ["opt/a.txt"]);
  });

  it("an empty folder leaves nothing open", async () => {
    const { failure } = await builds.build({
      Dockerfile:
        "FROM ubuntu:24.04 AS one\nWORKDIR /app\nCOPY empty/ /app/\nFROM ubuntu:24.04\nCOPY --from=one /app/x /\n",
      "empty/": { type: "directory" },
    });
    assert.equal(failure, "failed during run, err: exit status 1");
  });

  it("what a RUN of an image's base may have made is missing too", async () => {
    await builds.build({ Dockerfile: "FROM ubuntu:24.04\nRUN make\n" }, { imageNames: ["base:1"] });
    const { failure } = await builds.build({
      Dockerfile: "FROM agents4711.azurecr.io/base:1 AS made\nFROM ubuntu:24.04\nCOPY --from=made /out/program /x/\n",
    });
    assert.equal(failure, undefined);
  });

  it("files of a public base may be there, where such bases have files", async () => {
    const { failure } = await builds.build({
      Dockerfile: "FROM ubuntu:24.04\nCOPY --from=node:24 /usr/local/bin/node /usr/local/bin/node\n",
    });
    assert.equal(failure, undefined);
  });

  it("the layers of a public base are not in the manifest, which the log says", async () => {
    const { log } = await builds.build({ Dockerfile: "FROM ubuntu:24.04\n" });
    assert.ok(
      log.includes(" ---> The layers of ubuntu:24.04 are unknown to the sandbox and not in the image's manifest."),
    );
    assert.equal(builds.config().rootfs.diff_ids.length, 0);
  });

  it("nothing is downloaded", async () => {
    const { log, failure } = await builds.build({
      Dockerfile: "FROM ubuntu:24.04\nADD https://example.com/x.tar.gz /x/\n",
    });
    assert.equal(failure, undefined);
    assert.ok(log.some((line) => line.includes("Not downloaded")));
  });

  it("nothing of a build stays on the machine", async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith("image-build-"));
    await builds.build({ Dockerfile: "FROM ubuntu:24.04\nCOPY none /\n" });
    await builds.build({ Dockerfile: "FROM ubuntu:24.04\n" });
    const after = readdirSync(tmpdir()).filter((name) => name.startsWith("image-build-"));
    assert.deepEqual(
      after.filter((name) => !before.includes(name)),
      [],
    );
  });
});
