import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { uploadContext } from "../../../builds/acr/uploadContext";
import { Follower, quick, request, untilDone } from "./taskFixture";

describe("The upload of a context", () => {
  let storage: Server;
  let url: string;
  let answers: number[];
  let bodies: Buffer[];

  beforeEach(async () => {
    answers = [];
    bodies = [];
    storage = createServer((sent, response) => {
      void buffer(sent).then((body) => {
        bodies.push(body);
        response.writeHead(answers.shift() ?? 201).end();
      });
    });
    await new Promise<void>((resolve) => storage.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(storage.address() as AddressInfo).port}/store/contexts/a.tar.gz?sig=canary`;
  });
  afterEach(() => {
    storage.close();
    storage.closeAllConnections();
  });

  const upload = (follower = new Follower()) =>
    uploadContext(
      request.context,
      { uploadLocation: async () => ({ url, relativePath: "source/a.tar.gz" }) },
      follower,
      quick,
      untilDone,
    );

  it("is one archive, which the build request calls by its path in the storage", async () => {
    const follower = new Follower();
    assert.equal(await upload(follower), "source/a.tar.gz");
    assert.equal(bodies.length, 1);
    assert.match(gunzipSync(bodies[0] ?? "").toString(), /FROM scratch/);
    const [packing, uploading] = follower.steps;
    assert.equal(packing, "packing the context (files: 1)");
    assert.match(uploading ?? "", /^uploading the context \((\d\.\d) of \1 KiB\)$/);
  });

  it("is repeated when the storage was busy", async () => {
    answers = [503, 500];
    await upload();
    assert.equal(bodies.length, 3);
    assert.deepEqual(bodies[2], bodies[0]);
  }).timeout("60s");

  it("is given up when the storage refuses it, without a word of the permission in its address", async () => {
    answers = [403];
    await assert.rejects(upload(), (error: Error & { code?: string }) => {
      assert.equal(error.code, "storage-refused");
      assert.doesNotMatch(error.message, /canary/);
      return true;
    });
  });
});
