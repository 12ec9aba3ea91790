import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { createClusterRuntime, type EmbeddedClusterRuntime } from "../../../../sandbox/kubernetes/createClusterRuntime";
import { untilContainer, untilPrinted } from "../support/processPods";
import { isRunning } from "../support/processes";
import { ScriptImages } from "../support/scriptImages";
import { clients } from "../support/clients";
import { clusterSpec } from "../support/specs";
import { controlPlaneTools } from "../support/tools";

describe("Containers that run as processes, over restarts of the sandbox", function () {
  this.timeout(240_000);
  const spec = clusterSpec("cutoff");
  const namespace = "cutoff";
  const stateDirectory = mkdtempSync(join(tmpdir(), "aks-agents-cutoff-"));
  const images = new ScriptImages();
  const logged: string[] = [];
  let runtime: EmbeddedClusterRuntime;
  /** What the container printed before the sandbox was killed. */
  let printed: string;

  const newRuntime = async () =>
    createClusterRuntime({
      ...{ stateDirectory, tools: await controlPlaneTools(), images },
      log: (line) => logged.push(line),
    });
  const cluster = () => ({ runtime, id: spec.id, images, ...clients(runtime.kubeconfig(spec.id, "admin")) });
  const pidsOf = (log: string) => [...log.matchAll(/pid (\d+)/g)].map(([, pid]) => Number(pid));
  const rootOf = (log: string) => dirname(/home (\S+)/.exec(log)?.[1] ?? "");

  before(async () => {
    // The child's images are gone with it: these are the same.
    images.put("cutoff-survivor", "echo pid $$; echo home $HOME; echo again; exec sleep 600");
    const script = join(__dirname, "../support/abandonedProcesses.ts");
    const child = spawn(process.execPath, ["--import", "tsx", script, stateDirectory], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    for await (const line of createInterface(child.stdout)) {
      printed = JSON.parse(line) as string;
      break;
    }
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("exit", resolve));
  });

  after(async () => {
    await runtime.deleteCluster(spec.id);
    await runtime.close();
    rmSync(stateDirectory, { recursive: true, force: true });
  });

  it("what a killed sandbox leaves is ended by the next start, with its files", async () => {
    assert.deepEqual(pidsOf(printed).map(isRunning), [true, true]);
    runtime = await newRuntime();
    await runtime.startCluster(spec);
    assert.deepEqual(pidsOf(printed).map(isRunning), [false, false]);
    assert.ok(!existsSync(rootOf(printed)));
    assert.ok(logged.some((line) => line.endsWith("ended 1 container, left over from a run that was cut off")));
  });

  it("and the container runs anew, as after a restart of its node, with the log of the one before", async () => {
    await untilPrinted(cluster(), namespace, "survivor", "again");
    const status = await untilContainer(
      cluster(),
      namespace,
      "survivor",
      "runs",
      ({ restartCount }) => restartCount === 1,
    );
    const { exitCode, reason } = status.lastState?.terminated ?? {};
    assert.deepEqual([exitCode, reason], [255, "Unknown"]);
    const previous = await cluster().core.readNamespacedPodLog({ namespace, name: "survivor", previous: true });
    assert.equal(previous, printed);
  });

  it("a sandbox that is stopped takes the processes and their files along, and starts them anew", async () => {
    const running = await untilPrinted(cluster(), namespace, "survivor", "again");
    await runtime.close();
    assert.deepEqual(pidsOf(running).map(isRunning), [false]);
    assert.ok(!existsSync(dirname(rootOf(running))));
    runtime = await newRuntime();
    await runtime.startCluster(spec);
    await untilContainer(cluster(), namespace, "survivor", "runs", ({ restartCount }) => restartCount === 2);
    await untilPrinted(cluster(), namespace, "survivor", "again");
  });
});
