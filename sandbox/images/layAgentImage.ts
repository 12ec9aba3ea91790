import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { layAgentPackage } from "../agent/agentPackage";

/**
 * Lays out what RUN installs in the agent images, as far as the sandbox needs it: stand-ins for the agent package, for LogMonitor and
 * for tini, and the Node that runs this process. It serves Windows and Linux alike; a folder that is there is replaced.
 * @throws Error when a stand-in does not compile.
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
    layAgentPackage(join(root, "agent")),
    layLogMonitor(join(folder, "LogMonitor")),
    layTini(join(folder, "usr", "bin")),
  ]);
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
