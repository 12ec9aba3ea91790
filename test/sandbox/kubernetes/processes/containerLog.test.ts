import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { finished } from "node:stream/promises";
import { ContainerLog, readLog } from "../../../../sandbox/kubernetes/kubelet/processes/containerLog";
import { logOptions } from "../../../../sandbox/kubernetes/kubelet/processes/logOptions";

describe("Log of a container", () => {
  const folder = mkdtempSync(join(tmpdir(), "aks-agents-log-"));
  const file = join(folder, "0.log");

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function print(...chunks: string[]): Promise<void> {
    const log = new ContainerLog(file);
    const stream = new PassThrough();
    log.collect(stream, "stdout");
    chunks.forEach((chunk) => stream.write(chunk));
    stream.end();
    await finished(stream);
    log.close();
  }

  const read = (query: Record<string, string> = {}) => readLog(file, logOptions(query, Date.now()));

  it("is kept as a container runtime keeps it", async () => {
    await print("one\n");
    assert.match(readFileSync(file, "utf8"), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z stdout F one\n$/);
  });

  it("shows lines whole, however they came, and an end without a line break as it is", async () => {
    await print("on", "e\ntw", "o");
    assert.equal(read(), "one\ntwo");
  });

  it("a line of any length comes back as it was", async () => {
    const long = "x".repeat(100_000);
    await print(`${long}\nshort\n`);
    assert.equal(read(), `${long}\nshort\n`);
  });

  it("shows the last lines, or the first bytes", async () => {
    await print("1\n2\n3\n");
    assert.equal(read({ tailLines: "2" }), "2\n3\n");
    assert.equal(read({ limitBytes: "3" }), "1\n2");
  });

  it("keeps at most twice ten MiB, the newest", async () => {
    const line = `${"y".repeat(1023)}\n`;
    await print(...Array.from({ length: 30 }, () => line.repeat(1024)), "last\n");
    const bytes = statSync(file).size + statSync(`${file}.1`).size;
    assert.ok(bytes <= 20 * 2 ** 20);
    assert.equal(read({ tailLines: "1" }), "last\n");
  });
});
