import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { agentFolder } from "../../../images/supervisor/agent/agentFolder";
import { createLog } from "../../../images/supervisor/log";
import type { Platform } from "../../../images/supervisor/platform/platform";
import { linux } from "../../../images/supervisor/platform/linux";
import { readSettings } from "../../../images/supervisor/readSettings";
import { SupervisorError } from "../../../images/supervisor/supervisorError";

const certificate = (content: string) => `-----BEGIN CERTIFICATE-----\n${content}\n-----END CERTIFICATE-----`;

describe("Supervisor: folder of the agent", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "agent-folder-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function files(platform: Partial<Platform> = {}) {
    const environment = { AZP_URL: "https://dev.azure.com/contoso", AZP_POOL: "p", AZP_TOKEN: "t".repeat(52) };
    const settings = readSettings({ ...environment, AZP_AGENT_FOLDER: folder }, "host", join(folder, "supervisor.js"));
    return agentFolder(
      settings,
      { ...linux, ...platform },
      createLog("text", () => undefined),
    );
  }

  it("a bundle of certificate authorities goes under the agent's folder, and the system gets each in a file of its own", async () => {
    const bundle = join(folder, "bundle.pem");
    const text = `# Root\n${certificate("MIIBroot")}\n# Issuing\n${certificate("MIIBissuing")}\n`;
    writeFileSync(bundle, text);
    const trusted: string[] = [];

    const placed = await files({
      trust: async (certificateFiles) => {
        trusted.push(...certificateFiles.map((file) => readFileSync(file, "utf8")));
      },
    }).placeCaBundle(bundle);

    assert.equal(placed, join(folder, "ca-bundle.pem"));
    assert.equal(readFileSync(placed, "utf8"), text);
    assert.deepEqual(trusted, [`${certificate("MIIBroot")}\n`, `${certificate("MIIBissuing")}\n`]);
  });

  it("what the system does not take is said, with what to check", async () => {
    const bundle = join(folder, "bundle.pem");
    writeFileSync(bundle, certificate("MIIBroot"));
    const placing = files({ trust: () => Promise.reject(new Error("access denied")) }).placeCaBundle(bundle);
    await assert.rejects(placing, {
      reason: "configuration",
      message: "The certificates of AZP_CA_BUNDLE are not trusted: access denied",
    });
  });

  it("F132: a disk on which nothing more fits is told apart from a folder that may not be written", async function () {
    if (process.platform !== "linux") {
      // Only Linux has a file that is always full.
      this.skip();
    }
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "bin", "Agent.Listener"), "");
    symlinkSync("/dev/full", join(folder, `.supervisor-probe-${process.pid}`));
    await assert.rejects(files().checkAccess(), (error: unknown) => {
      assert.ok(error instanceof SupervisorError);
      assert.equal(error.reason, "configuration");
      assert.match(error.message, /^The disk of the agent is full: ENOSPC/);
      return true;
    });
    assert.equal(readdirSync(folder).includes(`.supervisor-probe-${process.pid}`), false);
  });
});
