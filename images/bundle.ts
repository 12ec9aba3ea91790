import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { build, type BuildOptions } from "esbuild";
import { lockedPackages } from "./lockedPackages";

/** What the images have as one file without dependencies: the supervisor, and `fleet` without the commands that need a checkout. */
const entryPoints = { supervisor: "images/supervisor/main.ts", fleet: "cli/agentFleet.ts" } as const;

export type BundleName = keyof typeof entryPoints;

const checkout = join(__dirname, "..");

/** The same on every machine: comments name files from the checkout's root on, those of linked dependencies too. */
const options = {
  absWorkingDir: checkout,
  preserveSymlinks: true,
  bundle: true,
  platform: "node",
  format: "cjs",
  // The oldest Node that the agent package may bring.
  target: "node20",
  // Modules that ask where they lie ask like this; in a file of the form CommonJS the answer is another one.
  banner: { js: 'const importMetaUrl = require("node:url").pathToFileURL(__filename).href;' },
  define: { "import.meta.url": "importMetaUrl" },
  legalComments: "inline",
  logLevel: "silent",
  write: false,
} satisfies BuildOptions;

export async function bundle(name: BundleName): Promise<string> {
  const { outputFiles } = await build({ ...options, entryPoints: [entryPoints[name]] });
  return outputFiles.map(({ text }) => text).join("");
}

/**
 * A text that changes when the bundle does, and takes a tenth of its time: the program's own part of it, and what is locked of the
 * packages inside and of the bundler.
 */
export async function bundleIdentity(name: BundleName): Promise<string> {
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: [entryPoints[name]],
    packages: "external",
    metafile: true,
  });
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
  const packages = lockedPackages(join(checkout, "package-lock.json"), [
    "esbuild",
    ...imported.map(({ path }) => path),
  ]);
  return JSON.stringify([outputFiles.map(({ text }) => text), packages]);
}

/** Writes the bundle; its folder is made. */
export async function writeBundle(name: BundleName, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await bundle(name));
}
