import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { layAgentPackage } from "../agent/agentPackage";
import { checkout } from "../paths";

/**
 * Lays out the root file system of an agent image, as far as the sandbox needs it: the supervisor of this checkout, stand-ins for the
 * agent package and for LogMonitor, and the Node that runs this process. It serves Windows and Linux alike; a folder that is there is
 * replaced.
 * @throws Error when the supervisor or the stand-in does not compile.
 */
export async function layAgentImage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const root = join(folder, "azp");
  const node = join(root, "node", "bin");
  await mkdir(node, { recursive: true });
  // As in the images: nobody but the agent's user reaches the supervisor's socket.
  await mkdir(join(root, "run"), { mode: 0o700 });
  await Promise.all([
    symlink(process.execPath, join(node, "node")),
    bundleSupervisor(join(root, "supervisor.js")),
    layAgentPackage(join(root, "agent")),
    layLogMonitor(join(folder, "LogMonitor")),
    layTini(join(folder, "usr", "bin")),
  ]);
}

/** Named by its path: the sandbox plays a world that runs the image, and imports nothing of what is in it. */
async function bundleSupervisor(file: string): Promise<void> {
  await build({
    entryPoints: [join(checkout, "images", "supervisor", "main.ts")],
    outfile: file,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    logLevel: "silent",
  });
}

/** LogMonitor starts what follows as its child and adds event logs to its output; here are none. */
async function layLogMonitor(folder: string): Promise<void> {
  const file = join(folder, "LogMonitor.exe");
  await mkdir(folder, { recursive: true });
  await writeFile(file, '#!/bin/sh\nexec "$@"\n');
  await chmod(file, 0o755);
}

/** The first process of a Linux image, which starts what follows. The kubelet of the sandbox takes care of orphans itself. */
async function layTini(folder: string): Promise<void> {
  const file = join(folder, "tini");
  await mkdir(folder, { recursive: true });
  await writeFile(file, '#!/bin/sh\n[ "$1" = -- ] && shift\nexec "$@"\n');
  await chmod(file, 0o755);
}
