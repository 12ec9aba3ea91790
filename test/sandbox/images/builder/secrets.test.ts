import assert from "node:assert/strict";
import { ImageBuilds } from "../support/imageBuilds";

const secret = "s3cr3t-value";
const order = { buildArguments: [{ name: "TOKEN", value: secret, isSecret: true }] };

describe("a secret build argument", () => {
  let builds: ImageBuilds;

  before(async () => {
    builds = await ImageBuilds.start();
  });

  after(() => builds.stop());

  it("is in neither the log nor what the image says of itself", async () => {
    const dockerfile = "FROM ubuntu:24.04\nARG TOKEN\nRUN use $TOKEN\nENV READY=${TOKEN:+yes}\n";
    const { log } = await builds.build({ Dockerfile: dockerfile }, order);
    assert.equal(log.join("\n").includes(secret), false);
    assert.equal(JSON.stringify(builds.config()).includes(secret), false);
    assert.ok(JSON.stringify(builds.config()).includes("READY=yes"), "the build has it");
  });

  it("is not shown by a failure that quotes it", async () => {
    const { log } = await builds.build({ Dockerfile: "FROM ubuntu:24.04\nARG TOKEN\nCOPY ${TOKEN} /x/\n" }, order);
    assert.ok(
      log.includes(
        "COPY failed: file not found in build context or excluded by .dockerignore: stat ********: file does not exist",
      ),
    );
    assert.equal(log.join("\n").includes(secret), false);
  });
});
