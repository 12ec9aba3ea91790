import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { imagesFolder, readDockerfile } from "./support/dockerfile";
import { everyInstruction, finalStage, instructions, only } from "./support/dockerfileInstructions";

const linux = readDockerfile("linux");

describe("the Linux Dockerfile", () => {
  it("runs as user 1000, by number, so that Kubernetes can tell that it is not root", () => {
    assert.equal(only("USER", finalStage(linux)).text, "1000:1000");
  });

  it("has an init process in front of the supervisor, which reaps the orphans of jobs", () => {
    assert.deepEqual(only("ENTRYPOINT", finalStage(linux)).exec, [
      "/usr/bin/tini",
      "--",
      "/azp/node/bin/node",
      "/azp/supervisor.js",
      "run",
    ]);
    assert.match(readFileSync(join(imagesFolder, "linux", "build", "install-packages.sh"), "utf8"), / tini$/m);
  });

  it("stops at the first error, in pipes too", () => {
    for (const { instructions: own } of linux.stages) {
      assert.deepEqual(only("SHELL", own).exec, [
        "/bin/bash",
        "-o",
        "errexit",
        "-o",
        "nounset",
        "-o",
        "pipefail",
        "-c",
      ]);
    }
  });

  it("installs what the agent's own script would, from one moment of the archive", () => {
    const script = readFileSync(join(imagesFolder, "linux", "build", "install-packages.sh"), "utf8");
    const [, packages = ""] = /"\$libicu" (.*)$/m.exec(script) ?? [];
    for (const name of ["libkrb5-3", "zlib1g", "liblttng-ust1", "libssl3"])
      assert.ok(packages.split(" ").includes(name), name);
    for (const name of ["git", "git-lfs"]) assert.ok(packages.split(" ").includes(name), name);
    assert.match(script, /APT::Snapshot/);
    assert.ok(
      everyInstruction(linux).some(({ text }) => text === 'bash /build/install-packages.sh "${UBUNTU_SNAPSHOT}"'),
    );
  });

  it("gives the agent's folder to its user, and supervisor and Node to root", () => {
    const owned = instructions("COPY", finalStage(linux)).filter(({ flags }) => flags.chown !== undefined);
    assert.deepEqual(
      owned.map(({ text, flags }) => `${flags.chown} ${text}`),
      ["1000:1000 /azp/agent/ /azp/agent/"],
    );
  });
});
