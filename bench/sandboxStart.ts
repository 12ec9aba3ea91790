import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { checkout, type SandboxPaths } from "../sandbox/paths";
import { runningServer } from "../sandbox/serverFile";
import { stopServer } from "../sandbox/serverProcess";
import { absolute, seconds, type Measurement } from "./measurement";
import { inTemporarySandbox, openSubject, runEngine } from "../test/support/temporarySandbox";

/** How long the sandbox takes to come up with its tools cached, and what it needs while the dev stack is up. */
export async function sandboxStart(): Promise<readonly Measurement[]> {
  const dev = await measure("dev");
  const pr = await measure("pr");
  return [
    absolute("restart of the sandbox to ready emulators and control plane", "s", [dev.restart], 20),
    absolute("up of dev", "s", [dev.up], 90),
    absolute("up of pr", "s", [pr.up], 30),
    absolute("memory of the sandbox with dev up", "MiB", [dev.memoryMiB], 1536),
  ];
}

interface Sample {
  readonly up: number;
  readonly memoryMiB: number;
  /** From nothing running to emulators and control plane answering again. */
  readonly restart: number;
}

async function measure(stack: string): Promise<Sample> {
  return inTemporarySandbox(async (paths) => {
    const subject = { program: checkout, stack, stackFile: join(checkout, `Pulumi.${stack}.yaml`) };
    const first = await openSubject(paths, subject);
    const up = await seconds(() => runEngine(first, "up", "--yes", "--skip-preview"));
    await first.close();
    const memoryMiB = serverMemoryMiB(paths);
    await stopServer(paths);
    const restart = await seconds(async () => {
      await (await openSubject(paths, subject)).close();
    });
    return { up, memoryMiB, restart };
  });
}

/** Proportional set size of the server and all its descendants: shared pages count once. */
function serverMemoryMiB(paths: SandboxPaths): number {
  const server = runningServer(paths);
  if (server === undefined) {
    throw new Error("The sandbox is not running.");
  }
  const processes = readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .map((pid) => ({ pid: Number(pid), parent: parentOf(pid) }));
  const family = new Set([server.pid]);
  for (let size = 0; size !== family.size;) {
    size = family.size;
    processes.filter(({ parent }) => family.has(parent)).forEach(({ pid }) => family.add(pid));
  }
  const kibibytes = [...family].map((pid) => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0);
  });
  return kibibytes.reduce((sum, value) => sum + value, 0) / 1024;
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    // The process ended meanwhile.
    return 0;
  }
}
