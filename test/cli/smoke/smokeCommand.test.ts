import assert from "node:assert/strict";
import { renderReport, smokeReport } from "../../../cli/smoke/smokeReport";
import { runProcess } from "../../../sandbox/engine/runProcess";
import { projectRoot } from "../../support/stackConfig";

describe("fleet smoke at the terminal", function () {
  this.timeout(60_000);

  const smoke = (...args: string[]) =>
    runProcess(process.execPath, ["--import", "tsx", "cli/fleet.ts", "smoke", ...args], {
      cwd: projectRoot,
      env: { AKS_AGENTS_SANDBOX: "/nonexistent/sandbox" },
    });

  for (const [args, said] of [
    [["--os", "windows2019"], /one of windows2022, windows2025, linux/],
    [["--image", "registry.example/web:1"], /a version and a reference/],
    [["--port", "none"], /a whole number/],
    [["--stack", "dev", "--context", "prod"], /take one/],
  ] as const) {
    it(`${args.join(" ")} is wrong usage`, async () => {
      const { exitCode, stderr } = await smoke(...args);
      assert.match(stderr, said);
      assert.equal(exitCode, 2);
    });
  }

  it("takes no cluster by chance: without a sandbox one has to be named", async () => {
    const { exitCode, stderr } = await smoke();
    assert.match(stderr, /^The sandbox is not running\..*--context <name>/);
    assert.equal(exitCode, 1);
  });

  it("a kubeconfig without the context lists those that it has", async () => {
    const { exitCode, stderr } = await smoke(
      "--context",
      "absent",
      "--kubeconfig",
      "test/cli/smoke/support/kubeconfig.yaml",
    );
    assert.match(stderr, /has no context absent\. It has: somewhere\./);
    assert.equal(exitCode, 1);
  });
});

describe("report of a smoke check", () => {
  const report = smokeReport({
    cluster: "fleet",
    namespace: "smoke-1",
    images: {},
    checks: [
      { check: "pods", subject: "linux", outcome: "passed", evidence: "ready" },
      { check: "inbound", subject: "linux", outcome: "failed", evidence: "nothing answers", remedy: "look there" },
    ],
  });

  it("has a line for each check, what helps below, and the totals", () => {
    assert.equal(
      renderReport(report),
      [
        "passed  pods     linux  ready",
        "failed  inbound  linux  nothing answers",
        "                        look there",
        "",
        "1 passed, 1 failed, 0 not possible here.",
      ].join("\n"),
    );
  });
});
