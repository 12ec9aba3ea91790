import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build } from "esbuild";

/** Oldest Node that the agent package may bring. */
const target = "node20";

/** The supervisor as one file without dependencies. */
export function supervisorBundle(): Promise<string> {
  return bundle("images/supervisor/main.ts");
}

/** `fleet`, without the commands that need a checkout, as one file without dependencies. */
export function fleetBundle(): Promise<string> {
  return bundle("cli/agentFleet.ts");
}

export async function bundleSupervisor(file: string): Promise<void> {
  await write(file, await supervisorBundle());
}

export async function bundleFleet(file: string): Promise<void> {
  await write(file, await fleetBundle());
}

async function write(file: string, bundled: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bundled);
}

/** The same on every machine: its comments name files from the checkout's root on, linked dependencies too. */
async function bundle(entryPoint: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: join(__dirname, ".."),
    preserveSymlinks: true,
    entryPoints: [entryPoint],
    bundle: true,
    platform: "node",
    format: "cjs",
    target,
    // Modules that ask where they lie ask like this; in a file of the form CommonJS the answer is another one.
    banner: { js: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
    define: { "import.meta.url": "importMetaUrl" },
    legalComments: "inline",
    logLevel: "silent",
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("");
}
