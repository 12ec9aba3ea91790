import { join } from "node:path";
import { build } from "esbuild";

/** Oldest Node that the agent package may bring. */
const target = "node20";

/** Bundles the supervisor to one file without dependencies. */
export async function bundleSupervisor(file: string): Promise<void> {
  await build({
    entryPoints: [join(__dirname, "supervisor", "main.ts")],
    outfile: file,
    bundle: true,
    platform: "node",
    format: "cjs",
    target,
    legalComments: "inline",
    logLevel: "silent",
  });
}
