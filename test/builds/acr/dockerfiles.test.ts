import assert from "node:assert/strict";
import { join } from "node:path";
import type { AcrBuildRequest } from "../../../builds/acr/acrBuild";
import { buildImage } from "../../../builds/acr/buildImage";
import { readContext } from "../../../builds/context/readContext";
import { checkout } from "../../../sandbox/paths";
import { ImageCloud } from "../../sandbox/images/support/imageCloud";
import { accessTo, Follower, quick, request, untilDone } from "./taskFixture";

/** With what really interprets Dockerfiles behind the task service. */
describe("Dockerfiles that ACR Tasks builds", function () {
  this.timeout("120s");
  let cloud: ImageCloud;
  before(async () => {
    cloud = await ImageCloud.start();
    await cloud.createRegistry("agents4711");
  });
  after(() => cloud.stop());

  const build = (change: Partial<AcrBuildRequest>, follower = new Follower()) =>
    buildImage({ ...request, ...change }, accessTo(cloud.arm), follower, untilDone, quick);
  const dockerfile = (...lines: string[]): Pick<AcrBuildRequest, "context"> => ({
    context: {
      files: [{ path: "Dockerfile", mode: 0o644, source: { kind: "text", text: `${lines.join("\n")}\n` } }],
    },
  });

  for (const [sample, os, buildArguments] of [
    ["windows-web", "Windows", { WINDOWS_VERSION: "ltsc2025" }],
    ["linux-web", "Linux", {}],
  ] as const) {
    it(`the sample ${sample} ends with a digest that a client of the registry sees`, async () => {
      const context = await readContext(join(checkout, "samples", sample));
      const built = await build({ context, os, buildArguments, images: [`sample/${sample}:1`] });
      const seen = cloud.clientDigest(`agents4711.azurecr.io/sample/${sample}:1`);
      assert.equal(built.images[0]?.digest, seen);
    });
  }

  const failures: Readonly<Record<string, { change: Partial<AcrBuildRequest>; code: string; says: RegExp }>> = {
    "a base that does not exist": {
      change: dockerfile("FROM docker.io/library/no-such-image:1"),
      code: "base-image-not-found",
      says: /no-such-image/,
    },
    "F107: a base for Windows, built for Linux": {
      change: dockerfile("FROM mcr.microsoft.com/windows/servercore:ltsc2022"),
      code: "platform-mismatch",
      says: /it is an image for windows/,
    },
    "a file that is not there": {
      change: dockerfile("FROM scratch", "COPY nothing /"),
      code: "step-failed",
      says: /COPY failed/,
    },
    "a bad instruction": {
      change: dockerfile("FROM scratch", "COPPY a b"),
      code: "dockerfile-invalid",
      says: /COPPY/i,
    },
  };
  for (const [what, { change, code, says }] of Object.entries(failures)) {
    it(`fails because of ${what}, and says so`, async () => {
      await assert.rejects(build(change), (error: Error & { code?: string }) => {
        assert.equal(error.code, code, error.message);
        assert.match(error.message, says);
        return true;
      });
    });
  }

  it("show their mark as the first step, and with it the same image", async () => {
    const follower = new Follower();
    const change = { ...dockerfile("# escape=`", "FROM scratch", "LABEL a=b"), images: ["agents/linux:h1"] };
    const plain = await build({ ...change, images: ["agents/linux:plain"] });
    const marked = await build({ ...change, adopt: true }, follower);
    assert.ok(follower.lines.includes("Step 1/3 : ARG AKS_AGENTS_IMAGE=agents/linux:h1"), follower.lines.join("\n"));
    assert.equal(marked.images[0]?.digest, plain.images[0]?.digest);
  });
});
