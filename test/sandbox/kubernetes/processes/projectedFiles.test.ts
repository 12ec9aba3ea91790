import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  removeProjectedFiles,
  writeProjectedFiles,
  type ProjectedFile,
} from "../../../../sandbox/kubernetes/kubelet/processes/projectedFiles";

describe("Files of a volume that Kubernetes fills", () => {
  let outside: string;
  let folder: string;

  beforeEach(() => {
    outside = mkdtempSync(join(tmpdir(), "aks-agents-projected-"));
    folder = join(outside, "volume");
    mkdirSync(folder);
  });

  afterEach(() => removeProjectedFiles(outside));

  const file = (path: string, text: string, mode = 0o644): ProjectedFile => ({
    ...{ path, mode, content: Buffer.from(text) },
  });
  const visible = () => readdirSync(folder).filter((name) => !name.startsWith(".."));
  const read = (path: string) => readFileSync(join(folder, path), "utf8");

  it("have their content and mode, in folders too", () => {
    writeProjectedFiles(folder, [file("token", "t", 0o400), file("deep/down/key", "k")]);
    assert.equal(read("token"), "t");
    assert.equal(read("deep/down/key"), "k");
    assert.equal(statSync(join(folder, "token")).mode & 0o777, 0o400);
  });

  it("change together, and those that are gone disappear", () => {
    writeProjectedFiles(folder, [file("a", "1"), file("b", "1")]);
    writeProjectedFiles(folder, [file("b", "2"), file("c", "2")]);
    assert.deepEqual(visible(), ["b", "c"]);
    assert.equal(read("b"), "2");
  });

  it("leave nothing behind but the current version, and nothing outside", () => {
    writeProjectedFiles(folder, [file("a", "1")]);
    writeProjectedFiles(folder, [file("a", "2")]);
    assert.equal(readdirSync(folder).filter((name) => name.startsWith("..version-")).length, 1);
    assert.deepEqual(readdirSync(outside), ["volume"]);
  });

  it("never leave the volume, whatever their path says", () => {
    writeProjectedFiles(folder, [file("../../escaped", "x")]);
    assert.equal(read("escaped"), "x");
  });

  it("cannot be written by others than root", () => {
    writeProjectedFiles(folder, [file("a", "1")]);
    assert.equal(statSync(folder).mode & 0o222, 0);
  });
});
