import assert from "node:assert/strict";
import { manifestDigest } from "../../images/pins/manifestDigest";
import { resolvePin } from "../../images/pins/resolvePin";
import { imagePin, pinFailure, startedPublishers } from "./support/publishedParts";
import { sha256 } from "./support/publishers";

describe("the manifest of an image", () => {
  const publishers = startedPublishers();
  const manifest = JSON.stringify({ schemaVersion: 2, manifests: [{ platform: { os: "windows" } }] });

  beforeEach(() => publishers.manifests.set("windows/servercore:ltsc2022", manifest));

  it("is asked for with an anonymous token, and hashed", async () => {
    const digest = await manifestDigest(`${publishers.host}/windows/servercore`, "ltsc2022");
    assert.equal(digest, `sha256:${sha256(manifest)}`);
    assert.deepEqual(publishers.requests, [
      "HEAD /v2/windows/servercore/manifests/ltsc2022",
      "GET /token",
      "HEAD /v2/windows/servercore/manifests/ltsc2022",
      `GET /v2/windows/servercore/manifests/${digest}`,
    ]);
  });

  it("is refused when the registry names another digest than its content has", async () => {
    publishers.fault = { wrongDigest: true };
    assert.match(await pinFailure(resolvePin(imagePin(publishers))), /sha256:0{64}, but its content is sha256:/);
  });

  it("is reported when there is no such tag", async () => {
    assert.match(
      await pinFailure(resolvePin(imagePin(publishers, "ltsc2019"))),
      /no 127\.0\.0\.1:\d+\/windows\/servercore:ltsc2019\.$/,
    );
  });

  it("is reported when there is no token", async () => {
    publishers.fault = { noToken: true };
    assert.match(await pinFailure(resolvePin(imagePin(publishers))), /gives no token/);
  });

  it("is not asked for a token in clear, but on loopback", async () => {
    publishers.fault = { realm: "http://registry.example/token" };
    assert.match(await pinFailure(resolvePin(imagePin(publishers))), /not HTTPS/);
  });

  it("is reported when the registry does not answer", async () => {
    assert.match(await pinFailure(manifestDigest("127.0.0.1:1/windows/servercore", "ltsc2022")), /does not answer/);
  });
});
