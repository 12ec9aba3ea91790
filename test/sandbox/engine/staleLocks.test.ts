import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { removeStaleLocks } from "../../../sandbox/engine/staleLocks";

describe("F100: locks of the engine's backend", () => {
  let backend: string;
  let locks: string;

  beforeEach(() => {
    backend = mkdtempSync(join(tmpdir(), "locks-"));
    locks = join(backend, ".pulumi", "locks", "organization", "aks-agents", "dev");
    mkdirSync(locks, { recursive: true });
  });
  afterEach(() => rmSync(backend, { recursive: true }));

  /** Of a process that has ended. */
  const ended = spawnSync(process.execPath, ["--version"]).pid;
  const lock = (name: string, pid: number, host = hostname()) =>
    writeFileSync(join(locks, `${name}.json`), JSON.stringify({ pid, hostname: host }));

  it("go when their process has ended", () => {
    lock("killed", ended);
    removeStaleLocks(backend);
    assert.deepEqual(readdirSync(locks), []);
  });

  it("stay while their process runs, and when it ran on another machine", () => {
    lock("running", process.pid);
    lock("elsewhere", ended, "another-machine.example.com");
    removeStaleLocks(backend);
    assert.deepEqual(readdirSync(locks).sort(), ["elsewhere.json", "running.json"]);
  });

  it("stay when they are not readable", () => {
    writeFileSync(join(locks, "half.json"), '{"pid":');
    removeStaleLocks(backend);
    assert.deepEqual(readdirSync(locks), ["half.json"]);
  });

  it("need not exist", () => {
    rmSync(join(backend, ".pulumi"), { recursive: true });
    assert.doesNotThrow(() => removeStaleLocks(backend));
  });
});
