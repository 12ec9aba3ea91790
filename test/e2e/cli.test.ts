import assert from "node:assert/strict";
import { z } from "zod";
import { runProcess, type ProcessResult } from "../../sandbox/engine/runProcess";
import { waitFor } from "../../sandbox/kubernetes/waitFor";
import { checkout, type SandboxPaths } from "../../sandbox/paths";
import { runningServer } from "../../sandbox/serverFile";
import { stackResources } from "../../sandbox/stackState";
import { runCommand, startCommand } from "../support/sandboxCommand";
import { sandboxProcesses } from "../support/sandboxProcesses";
import { createTemporarySandbox, removeTemporarySandbox } from "../support/temporarySandbox";

const statusSchema = z.object({
  stack: z.string(),
  running: z.boolean(),
  cluster: z.object({ name: z.string(), apiServer: z.string() }).optional(),
  agentClasses: z.array(
    z.object({
      name: z.string(),
      os: z.string(),
      agentPool: z.string(),
      nodes: z.array(z.object({ build: z.string(), ready: z.boolean() })),
      pods: z.array(z.object({ ready: z.boolean() })),
    }),
  ),
});

describe("npm run sandbox", function () {
  this.timeout("5m");
  let first: SandboxPaths;
  let second: SandboxPaths;
  let checkoutBefore: string;

  const inFirst = (...args: string[]) => runCommand(first.root, "--stack", "pr", ...args);
  const status = async ({ root }: SandboxPaths) => {
    const { stdout } = await runCommand(root, "--stack", "pr", "status", "--json");
    return statusSchema.parse(JSON.parse(stdout));
  };

  before(async () => {
    first = createTemporarySandbox();
    second = createTemporarySandbox();
    checkoutBefore = await checkoutState();
  });
  after(() => Promise.all([removeTemporarySandbox(first), removeTemporarySandbox(second)]));

  describe("wrong usage", () => {
    for (const args of [
      ["no-such-command"],
      ["--stack", "no-such-stack"],
      ["--config-file", "no-such-file.yaml"],
      ["--speed", "fast"],
      ["status", "--no-such-option"],
      ["--stack"],
    ]) {
      it(`${args.join(" ")}: exit code 2, one message, and nothing is started`, async () => {
        const { exitCode, stderr } = await runCommand(first.root, ...args);
        assert.equal(exitCode, 2);
        assert.match(stderr, /\S/);
        assert.doesNotMatch(stderr, /^\s+at |Error:/m);
        assert.deepEqual(sandboxProcesses(first.root), []);
      });
    }
  });

  describe("interrupted in the middle of an update", () => {
    let interrupted: ProcessResult;

    before(async () => {
      const up = startCommand(first.root, "--stack", "pr");
      const patience = { what: "resources of Azure are in the state", timeoutMilliseconds: 120_000 };
      await waitFor(
        async () => stackResources(first, "pr").some(({ type }) => type.endsWith(":ResourceGroup")),
        patience,
      );
      up.interrupt();
      interrupted = await up.ended;
    });

    it("says so by its exit code", () => {
      assert.equal(interrupted.exitCode, 130);
    });

    it("leaves no process", async () => {
      // What has been told to end may still be on its way for a moment.
      const patience = { what: "the sandbox's processes are gone", timeoutMilliseconds: 10_000 };
      await waitFor(async () => sandboxProcesses(first.root).length === 0, patience);
    });
  });

  describe("two sandboxes at once", () => {
    let ups: readonly ProcessResult[];

    before(async () => {
      ups = await Promise.all([inFirst(), runCommand(second.root, "--stack", "pr")]);
    });

    it("both come up, the interrupted one too", () => {
      assert.deepEqual(
        ups.map(({ exitCode }) => exitCode),
        [0, 0],
        ups.map(({ stdout, stderr }) => stdout + stderr).join("\n"),
      );
    });

    it("up ends with a summary that names the next commands and what a sandbox cannot prove", () => {
      const summary = ups[0]?.stdout ?? "";
      assert.match(summary, /npm run sandbox -- --stack pr kubectl get pods -A -o wide/);
      assert.match(summary, /docs\/known-differences\.md/);
    });

    it("each has an API server of its own", async () => {
      const [one, other] = await Promise.all([status(first), status(second)]);
      assert.equal(one.cluster?.name, other.cluster?.name);
      assert.notEqual(one.cluster?.apiServer, other.cluster?.apiServer);
    });

    it("destroy of one ends it, and leaves the other one's agents alone", async () => {
      const { exitCode } = await runCommand(second.root, "--stack", "pr", "destroy");
      assert.equal(exitCode, 0);
      assert.deepEqual(sandboxProcesses(second.root), []);
      const { agentClasses } = await status(first);
      assert.deepEqual(
        agentClasses.map(({ pods }) => pods),
        [[{ ready: true }]],
      );
    });
  });

  describe("while the stack is up", () => {
    it("status --json has the chain of each agent class", async () => {
      const { running, agentClasses } = await status(first);
      assert.equal(running, true);
      assert.deepEqual(agentClasses, [
        {
          name: "win22",
          os: "windows2022",
          agentPool: "aks-agents-pr-win22",
          nodes: [{ build: "10.0.20348", ready: true }],
          pods: [{ ready: true }],
        },
      ]);
    });

    it("kubectl runs on the stack's cluster", async () => {
      const { exitCode, stdout } = await inFirst("kubectl", "get", "pods", "--all-namespaces", "--output=name");
      assert.equal(exitCode, 0);
      assert.match(stdout, /^pod\/win22-a-/);
    });

    it("kubectl's exit code is the command's", async () => {
      const { exitCode } = await inFirst("kubectl", "get", "pod", "no-such-pod");
      assert.equal(exitCode, 1);
    });

    it("preview shows no change", async () => {
      const { exitCode, stdout } = await inFirst("preview", "--expect-no-changes");
      assert.equal(exitCode, 0, stdout);
    });
  });

  describe("stop", () => {
    before(async () => {
      assert.equal((await inFirst("stop")).exitCode, 0);
    });

    it("leaves no process", () => {
      assert.deepEqual(sandboxProcesses(first.root), []);
      assert.equal(runningServer(first), undefined);
    });

    it("is what status then says", async () => {
      assert.equal((await status(first)).running, false);
    });

    it("the next start goes on where it was: nothing to change, agents Ready", async () => {
      const { exitCode, stdout } = await inFirst("preview", "--expect-no-changes");
      assert.equal(exitCode, 0, stdout);
      const patience = { what: "the agents are Ready again", timeoutMilliseconds: 60_000 };
      await waitFor(async () => {
        const { agentClasses } = await status(first);
        return agentClasses.every(({ pods }) => pods.length > 0 && pods.every(({ ready }) => ready));
      }, patience);
    });
  });

  describe("after all of it", () => {
    it("destroy leaves no process", async () => {
      const { exitCode, stdout } = await inFirst("destroy");
      assert.equal(exitCode, 0, stdout);
      assert.deepEqual(sandboxProcesses(first.root), []);
    });

    it("nothing in the checkout has changed", async () => {
      assert.equal(await checkoutState(), checkoutBefore);
    });

    it("the default folder of a sandbox is one that git ignores", async () => {
      const { exitCode } = await runProcess("git", ["check-ignore", "--quiet", ".sandbox/x"], { cwd: checkout });
      assert.equal(exitCode, 0);
    });
  });
});

/** What differs from the last commit, the stack files' texts included. */
async function checkoutState(): Promise<string> {
  const status = await runProcess("git", ["status", "--porcelain"], { cwd: checkout });
  const difference = await runProcess("git", ["diff", "--", "Pulumi*.yaml"], { cwd: checkout });
  assert.equal(status.exitCode, 0, status.stderr);
  return status.stdout + difference.stdout;
}
