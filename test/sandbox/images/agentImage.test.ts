import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentImage } from "../../../sandbox/images/agentImage";

describe("what the sandbox puts into agent images", () => {
  let folder = "";
  let image: AgentImage;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "agent-image-"));
    image = new AgentImage(join(folder, "image"));
    await image.lay(join(folder, "one"));
    await image.lay(join(folder, "two"));
  });

  after(() => rmSync(folder, { recursive: true }));

  it("has what a pod calls by absolute path", () => {
    const found = ["node/bin/node", "agent/bin/Agent.Listener", "run"].filter((path) =>
      existsSync(join(folder, "one", "azp", path)),
    );
    assert.deepEqual(found, ["node/bin/node", "agent/bin/Agent.Listener", "run"]);
  });

  it("has a listener that can be executed", () => {
    assert.notEqual(statSync(join(folder, "one/azp/agent/bin/Agent.Listener")).mode & 0o100, 0);
  });

  it("has a tini that runs what follows, in the way of the image", () => {
    const output = execFileSync(join(folder, "one/usr/bin/tini"), ["--", "/bin/echo", "two words", "a"]);
    assert.equal(output.toString(), "two words a\n");
  });

  it("has a LogMonitor that runs what follows", () => {
    const output = execFileSync(join(folder, "one/LogMonitor/LogMonitor.exe"), ["/bin/echo", "two words", "a"]);
    assert.equal(output.toString(), "two words a\n");
  });

  it("keeps the supervisor's socket from others", () => {
    assert.equal(statSync(join(folder, "one/azp/run")).mode & 0o777, 0o700);
  });

  it("tries again what has failed", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "no folder");
    const hindered = new AgentImage(join(file, "image"));
    await assert.rejects(hindered.ready(), /ENOTDIR/);
    rmSync(file);
    await hindered.ready();
  });

  it("gives each container files of its own", () => {
    const file = "azp/agent/bin/Agent.Listener";
    const before = readFileSync(join(folder, "two", file), "utf8");
    appendFileSync(join(folder, "one", file), "// changed by a job");
    assert.equal(readFileSync(join(folder, "two", file), "utf8"), before);
    assert.equal(readFileSync(join(folder, "image", file), "utf8"), before);
  });
});
