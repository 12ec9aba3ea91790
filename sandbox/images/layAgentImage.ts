import { mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { layAgentPackage } from "../agent/agentPackage";
import { checkout } from "../paths";

/**
 * Lays out the root file system of an agent image, as far as the sandbox needs it: the supervisor of this checkout, a stand-in for the
 * agent package, and the Node that runs this process. It serves Windows and Linux alike; a folder that is there is replaced.
 * @throws Error when the supervisor or the stand-in does not compile.
 */
export async function layAgentImage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const root = join(folder, "azp");
  const node = join(root, "node", "bin");
  await Promise.all([mkdir(node, { recursive: true }), mkdir(join(root, "run"), { recursive: true })]);
  await Promise.all([
    symlink(process.execPath, join(node, "node")),
    bundleSupervisor(join(root, "supervisor.js")),
    layAgentPackage(join(root, "agent")),
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
