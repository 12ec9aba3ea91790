import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentImage } from "../../../sandbox/images/agentImage";

describe("the agent image of the sandbox", () => {
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
    const found = ["node/bin/node", "supervisor.js", "agent/bin/Agent.Listener", "run"].filter((path) =>
      existsSync(join(folder, "one", "azp", path)),
    );
    assert.deepEqual(found, ["node/bin/node", "supervisor.js", "agent/bin/Agent.Listener", "run"]);
  });

  it("has a listener that can be executed", () => {
    assert.notEqual(statSync(join(folder, "one/azp/agent/bin/Agent.Listener")).mode & 0o100, 0);
  });

  it("has a supervisor that its Node takes", () => {
    const root = join(folder, "one", "azp");
    execFileSync(join(root, "node/bin/node"), ["--check", join(root, "supervisor.js")]);
  });

  it("gives each container files of its own", () => {
    const file = "azp/agent/bin/Agent.Listener";
    const before = readFileSync(join(folder, "two", file), "utf8");
    appendFileSync(join(folder, "one", file), "// changed by a job");
    assert.equal(readFileSync(join(folder, "two", file), "utf8"), before);
    assert.equal(readFileSync(join(folder, "image", file), "utf8"), before);
  });
});
