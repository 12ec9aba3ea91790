import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { requireGo } from "../../../sandbox/engine/buildTool";
import { cachedPath, findTool } from "../../../sandbox/engine/findTool";
import { tools, type Tool } from "../../../sandbox/engine/tools";

describe("tools of the sandbox", () => {
  const savedPath = process.env["PATH"];
  const savedCache = process.env["AKS_AGENTS_CACHE"];
  let folder = "";

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "tools-"));
    process.env["PATH"] = folder;
    process.env["AKS_AGENTS_CACHE"] = join(folder, "cache");
  });

  afterEach(() => {
    process.env["PATH"] = savedPath;
    if (savedCache === undefined) {
      delete process.env["AKS_AGENTS_CACHE"];
    } else {
      process.env["AKS_AGENTS_CACHE"] = savedCache;
    }
    rmSync(folder, { recursive: true });
  });

  const tool = (executable: string): Tool => {
    const found = tools.find((candidate) => candidate.executable === executable);
    assert.ok(found);
    return found;
  };

  const install = (executable: string, prints: string) => {
    const path = join(folder, executable);
    writeFileSync(path, `#!/bin/sh\necho '${prints}'\n`);
    chmodSync(path, 0o755);
    return path;
  };

  it("take a program on PATH whose version fits", async () => {
    const path = install("kube-apiserver", "Kubernetes v1.36.4");
    assert.deepEqual(await findTool(tool("kube-apiserver")), { path, from: "PATH" });
  });

  it("pass by a program on PATH of another minor version", async () => {
    install("kube-apiserver", "Kubernetes v1.35.9");
    assert.equal(await findTool(tool("kube-apiserver")), undefined);
  });

  it("pass by a kubectl that does not speak to the API server's version", async () => {
    install("kubectl", '{"clientVersion":{"gitVersion":"v1.32.4-dispatcher"}}');
    assert.equal(await findTool(tool("kubectl")), undefined);
  });

  it("take an official CLI that is newer than the pinned one", async () => {
    const path = install("pulumi", "v3.251.1");
    assert.deepEqual(await findTool(tool("pulumi")), { path, from: "PATH" });
  });

  it("name a cache folder that depends on the pinned sources", () => {
    const versions = new Set(tools.map((entry) => cachedPath(entry)));
    assert.equal(versions.size, tools.length);
    assert.match(cachedPath(tool("etcd")), /cache\/tools\/etcd-3\.6\.8-[0-9a-f]{8}\/etcd$/);
  });

  it("cannot be built without Go, and say where to get it", async () => {
    await assert.rejects(
      requireGo(["etcd"]),
      /Go 1\.26 or newer.*etcd.*Go was not found on PATH[\s\S]*https:\/\/go\.dev\/dl\//,
    );
  });

  it("cannot be built with an old Go", async () => {
    install("go", "go1.22.1");
    await assert.rejects(requireGo(["etcd"]), /only go1\.22\.1 was found/);
  });
});
