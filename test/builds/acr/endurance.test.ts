import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { HttpClient } from "@azure/core-rest-pipeline";
import { RestError } from "@azure/core-rest-pipeline";
import { buildImage } from "../../../builds/acr/buildImage";
import type { AzureAccess } from "../../../builds/azure/azureAccess";
import { Follower, quick, request, TaskFixture, untilDone } from "./taskFixture";

describe("A build by ACR Tasks that does not go smoothly", () => {
  let fixture: TaskFixture;
  beforeEach(async () => {
    fixture = await TaskFixture.start();
  });
  afterEach(() => fixture.stop());

  it("is given up when it gets no machine, and is not left in the queue", async () => {
    const released = new AbortController();
    fixture.builder.work = () => new Promise((resolve) => released.signal.addEventListener("abort", () => resolve()));
    // The emulator builds four at a time.
    const others = [1, 2, 3, 4].map((tag) =>
      buildImage({ ...request, images: [`web:${tag}`] }, fixture.azure, new Follower(), untilDone, quick),
    );
    for (const deadline = Date.now() + 10_000; fixture.builder.orders.length < 4;) {
      assert.ok(Date.now() < deadline);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const impatient = { ...quick, queueMinutes: 0.001 };
    await assert.rejects(buildImage(request, fixture.azure, new Follower(), untilDone, impatient), {
      code: "queued-too-long",
      message: /without a machine/,
    });
    released.abort();
    await Promise.all(others);
    assert.equal(fixture.builder.orders.length, 4);
  });

  it("is refused before anything is sent when the context is larger than it may be, naming what is large", async () => {
    const context = {
      files: [
        ...request.context.files,
        { path: "node_modules/a", mode: 0o644, source: { kind: "file", file: process.execPath } },
      ],
    } as const;
    const before = fixture.builder.orders.length;
    await assert.rejects(buildImage({ ...request, context }, fixture.azure, new Follower(), untilDone, quick), {
      code: "context-too-large",
      message: /larger than 1 MiB[^]*node_modules \([\d.]+ MiB\)[^]*\.dockerignore/,
    });
    assert.equal(fixture.builder.orders.length, before);
  });

  it("uploads a context of many blocks, and tells how far it is", async () => {
    const text = randomBytes(3_000_000).toString("hex");
    const context = {
      files: [...request.context.files, { path: "big", mode: 0o644, source: { kind: "text", text } }],
    } as const;
    const follower = new Follower();
    await buildImage({ ...request, context }, fixture.azure, follower, untilDone, { ...quick, contextMiB: 10 });
    assert.ok(follower.steps.some((step) => /uploading the context \([\d.]+ of 3\.\d MiB\)/.test(step)));
  });

  it("goes on being followed when the network was away for a moment", async () => {
    const { azure } = fixture;
    let failures = 0;
    const flaky: HttpClient = {
      sendRequest: async (sent) => {
        if (/\/runs\/[^/?]+\?/.test(sent.url) && failures < 5) {
          failures += 1;
          throw new RestError("gone", { code: "ENOTFOUND", request: sent });
        }
        return azureClient(azure).sendRequest(sent);
      },
    };
    const built = await buildImage(request, { ...azure, httpClient: flaky }, new Follower(), untilDone, quick);
    assert.equal(built.images.length, 1);
    assert.equal(failures, 5);
  });

  it("says so when the network stays away", async () => {
    const away: HttpClient = {
      sendRequest: async (sent) => {
        throw new RestError("gone", { code: "ENOTFOUND", request: sent });
      },
    };
    await assert.rejects(
      buildImage(request, { ...fixture.azure, httpClient: away }, new Follower(), untilDone, quick),
      {
        code: "network",
        message: /management\.example\.com was not reached \(ENOTFOUND\)/,
      },
    );
  }).timeout("60s");

  it("ends without a run when it is interrupted before there is one", async () => {
    await assert.rejects(buildImage(request, fixture.azure, new Follower(), AbortSignal.abort(), quick), {
      code: "cancelled",
      message: /before a run was started/,
    });
    assert.equal(fixture.builder.orders.length, 0);
  });
});

function azureClient({ httpClient }: AzureAccess): HttpClient {
  assert.ok(httpClient);
  return httpClient;
}
