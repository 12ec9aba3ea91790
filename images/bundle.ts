import { join } from "node:path";
import { build } from "esbuild";

/** Oldest Node that the agent package may bring. */
const target = "node20";

/** Bundles the supervisor to one file without dependencies. */
export async function bundleSupervisor(file: string): Promise<void> {
  await bundle(join(__dirname, "supervisor", "main.ts"), file);
}

/** Bundles `fleet`, without the commands that need a checkout, to one file without dependencies. */
export async function bundleFleet(file: string): Promise<void> {
  await bundle(join(__dirname, "..", "cli", "agentFleet.ts"), file);
}

async function bundle(entryPoint: string, file: string): Promise<void> {
  await build({
    entryPoints: [entryPoint],
    outfile: file,
    bundle: true,
    platform: "node",
    format: "cjs",
    target,
    legalComments: "inline",
    logLevel: "silent",
  });
}
