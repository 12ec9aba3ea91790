import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { request } from "node:http";
import { createHash } from "node:crypto";
import { field } from "../../armFixture";
import { api, registryId, TaskFixture } from "./taskFixture";

const blockBlob = { "x-ms-blob-type": "BlockBlob" };

describe("the blobs of a registry's tasks", () => {
  const tasks = new TaskFixture();
  let clock = Date.parse("2026-03-01T10:00:00Z");

  before(() => tasks.start({ now: () => new Date(clock) }));
  after(() => tasks.arm.stop());

  async function uploadUrl(): Promise<string> {
    const { body } = await tasks.arm.send("POST", `${registryId}/listBuildSourceUploadUrl`, api);
    assert.match(String(field(body, "relativePath")), /^source\/\d{12}\/[0-9a-f-]{36}\.tar\.gz$/);
    return String(field(body, "uploadUrl"));
  }

  async function refusal(answer: Response): Promise<unknown[]> {
    assert.equal(answer.headers.get("content-type"), "application/xml");
    const code = /<Error><Code>(\w+)<\/Code><Message>/.exec(await answer.text())?.[1];
    assert.equal(answer.headers.get("x-ms-error-code"), code);
    return [answer.status, code];
  }

  describe("uploads", () => {
    it("are refused with a changed signature, name, permission or expiry", async () => {
      const url = await uploadUrl();
      const changed = [
        url.replace(/sig=./, "sig=A%2B"),
        url.replace(/[0-9a-f]\.tar\.gz/, "x.tar.gz"),
        url.replace("sp=cw", "sp=rcw"),
        url.replace(/se=2026/, "se=2027"),
        url.split("?")[0] ?? "",
      ];
      for (const other of changed) {
        assert.deepEqual(await refusal(await tasks.blob("PUT", other, "x", blockBlob)), [403, "AuthenticationFailed"]);
      }
      assert.equal((await tasks.blob("PUT", url, "x", blockBlob)).status, 201);
    });

    it("are refused after the URL has expired", async () => {
      const url = await uploadUrl();
      clock += 61 * 60_000;
      const answer = await tasks.blob("PUT", url, "x", blockBlob);
      assert.match(
        await answer.clone().text(),
        /<AuthenticationErrorDetail>Signature not valid in the specified time frame/,
      );
      assert.deepEqual(await refusal(answer), [403, "AuthenticationFailed"]);
    });

    it("may not be read", async () => {
      const url = await uploadUrl();
      await tasks.blob("PUT", url, "x", blockBlob);
      assert.deepEqual(await refusal(await tasks.blob("GET", url)), [403, "AuthorizationPermissionMismatch"]);
    });

    it("are checked against their MD5", async () => {
      const right = createHash("md5").update("content").digest("base64");
      const put = async (body: string) =>
        tasks.blob("PUT", await uploadUrl(), body, { ...blockBlob, "content-md5": right });
      assert.equal((await put("content")).headers.get("content-md5"), right);
      assert.deepEqual(await refusal(await put("contents")), [400, "Md5Mismatch"]);
    });

    it("do not replace a blob that shall not be there", async () => {
      const url = await uploadUrl();
      const fresh = { ...blockBlob, "if-none-match": "*" };
      assert.equal((await tasks.blob("PUT", url, "x", fresh)).status, 201);
      assert.deepEqual(await refusal(await tasks.blob("PUT", url, "x", fresh)), [409, "BlobAlreadyExists"]);
    });

    it("of other kinds than block blobs are refused", async () => {
      const answer = await tasks.blob("PUT", await uploadUrl(), "", { "x-ms-blob-type": "AppendBlob" });
      assert.deepEqual(await refusal(answer), [400, "InvalidHeaderValue"]);
    });

    it("need the blocks that they name", async () => {
      const url = await uploadUrl();
      const id = Buffer.from("block-0").toString("base64");
      const list = `<?xml version="1.0" encoding="utf-8"?><BlockList><Latest>${id}</Latest></BlockList>`;
      assert.deepEqual(await refusal(await tasks.blob("PUT", `${url}&comp=blocklist`, list)), [
        400,
        "InvalidBlockList",
      ]);
      const block = await tasks.blob("PUT", `${url}&comp=block&blockid=${encodeURIComponent(id)}`, "content");
      assert.equal(block.status, 201);
      assert.equal((await tasks.blob("PUT", `${url}&comp=blocklist`, list)).status, 201);
      const outside = encodeURIComponent("../../x");
      const refused = await tasks.blob("PUT", `${url}&comp=block&blockid=${outside}`, "content");
      assert.deepEqual(await refusal(refused), [400, "InvalidQueryParameterValue"]);
    });

    it("are forgotten after a day, unless a run still needs them", async () => {
      const day = 24 * 60 * 60_000;
      const sourceLocation = await tasks.upload();
      tasks.builder.work = (_order, _log, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))));
      const runId = await tasks.build({ sourceLocation });
      await tasks.until(runId, "Running");
      clock += 2 * day;
      await uploadUrl();
      assert.ok(existsSync(tasks.builder.orders.at(-1)?.archive ?? ""));
      await tasks.act(runId, "cancel");
      await tasks.until(runId, "Canceled");
      await uploadUrl();
      assert.equal((await tasks.schedule({ sourceLocation })).status, 400);
    });

    it("of more than 5000 MiB are refused before they are sent", async () => {
      const url = await uploadUrl();
      const status = await new Promise((resolve, reject) => {
        const headers = { ...blockBlob, "content-length": String(5000 * 1024 * 1024 + 1) };
        const sent = request(url, { method: "PUT", headers }, ({ statusCode }) => {
          resolve(statusCode);
          sent.destroy();
        });
        sent.on("error", reject).flushHeaders();
      });
      assert.equal(status, 413);
    });
  });

  describe("logs", () => {
    it("appear when the run starts, grow, and tell at the end how it went", async () => {
      let say: (line: string) => void = () => undefined;
      let end: () => void = () => undefined;
      tasks.builder.work = (_order, log) =>
        new Promise((resolve) => {
          say = log;
          end = resolve;
          log("Step 1/2 : FROM scratch");
        });
      const runId = await tasks.build();
      const link = await tasks.logLink(runId);
      await tasks.until(runId, "Running");
      await until(async () => (await (await tasks.blob("GET", link)).text()).endsWith("FROM scratch\r\n"));
      const before = await tasks.blob("HEAD", link);
      assert.equal(before.headers.get("x-ms-blob-type"), "AppendBlob");
      assert.equal(before.headers.get("x-ms-meta-complete"), null);
      const size = Number(before.headers.get("content-length"));
      const beyond = { range: `bytes=${size}-${size + 4095}` };
      assert.deepEqual(await refusal(await tasks.blob("GET", link, undefined, beyond)), [416, "InvalidRange"]);
      say("Step 2/2 : COPY . .");
      const more = await tasks.blob("GET", link, undefined, { "x-ms-range": `bytes=${size}-${size + 4095}` });
      assert.equal(more.status, 206);
      assert.equal(await more.text(), "Step 2/2 : COPY . .\r\n");
      assert.equal(more.headers.get("content-range"), `bytes ${size}-${size + 20}/${size + 21}`);
      end();
      await tasks.until(runId, "Succeeded");
      const after = await tasks.blob("HEAD", link);
      assert.equal(after.headers.get("x-ms-meta-complete"), "successful");
      assert.match(await tasks.log(runId), /Run ID: \w+ was successful after \d+s\r\n$/);
    });

    it("are not there while the run waits", async () => {
      tasks.builder.work = (_order, _log, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))));
      const runIds = [];
      for (let count = 0; count < 5; count += 1) {
        runIds.push(await tasks.build());
      }
      const link = await tasks.logLink(runIds[4] ?? "");
      assert.deepEqual(await refusal(await tasks.blob("GET", link)), [404, "BlobNotFound"]);
      for (const runId of runIds.reverse()) {
        await tasks.act(runId, "cancel");
        await tasks.until(runId, "Canceled");
      }
      assert.equal((await tasks.blob("HEAD", link)).headers.get("x-ms-meta-complete"), "canceled");
    });

    it("may not be written", async () => {
      const link = await tasks.logLink("ca1");
      assert.deepEqual(await refusal(await tasks.blob("PUT", link, "x", blockBlob)), [
        403,
        "AuthorizationPermissionMismatch",
      ]);
    });

    it("of another run are out of a link's reach", async () => {
      const link = await tasks.logLink("ca1");
      const other = await tasks.blob("GET", link.replace("/ca1/", "/ca2/"));
      assert.deepEqual(await refusal(other), [403, "AuthenticationFailed"]);
    });
  });
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline;) {
    if (await condition()) {
      return;
    }
  }
  throw new Error("it did not come about");
}
