import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

const programs = { "Agent.Listener": "listenerMain.ts", "Agent.Worker": "workerMain.ts" } as const;

let bundles: Promise<readonly Program[]> | undefined;

/**
 * Lays out a stand-in for the Azure Pipelines agent package: `bin/Agent.Listener`, `bin/Agent.Worker` and
 * `externals/node24/bin/node`. The programs are complete in themselves and run by the Node that runs this one. The folder is
 * created; it must not hold a package already.
 */
export async function layAgentPackage(folder: string): Promise<void> {
  const bin = join(folder, "bin");
  const node = join(folder, "externals", "node24", "bin");
  await Promise.all([mkdir(bin, { recursive: true }), mkdir(node, { recursive: true })]);
  await symlink(process.execPath, join(node, "node"));
  bundles ??= Promise.all(Object.entries(programs).map(([name, entryPoint]) => bundle(name, entryPoint)));
  for (const { name, text } of await bundles) {
    await writeFile(join(bin, name), text);
    await chmod(join(bin, name), 0o755);
  }
}

interface Program {
  readonly name: string;
  readonly text: string;
}

/** The absolute path of Node, since the environment of a container need not have it on its path. */
async function bundle(name: string, entryPoint: string): Promise<Program> {
  const { outputFiles } = await build({
    entryPoints: [join(__dirname, entryPoint)],
    write: false,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    banner: { js: `#!${process.execPath}` },
    logLevel: "silent",
  });
  return { name, text: outputFiles[0]?.text ?? "" };
}
