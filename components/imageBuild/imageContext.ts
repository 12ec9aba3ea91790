import { join } from "node:path";
import type { BuildContext, ContextFile } from "../../builds/buildContext";
import { readContext } from "../../builds/context/readContext";
import { fleetBundle, supervisorBundle } from "../../images/bundle";

/** The context of the program's own images, relative to the program. */
export const ownContextFolder = "images";

const program = join(__dirname, "..", "..");

let bundled: Promise<readonly ContextFile[]> | undefined;

/**
 * The build context in a folder of the program. That of the program's own images gets the bundles, which no checkout holds, and only the
 * files of its own system, so that a change for the other one changes nothing.
 * @param folder Relative to the program.
 * @throws BuildError when there is nothing to build.
 */
export async function imageContext(folder: string, dockerfile: string): Promise<BuildContext> {
  const context = await readContext(join(program, folder), { dockerfile });
  if (folder !== ownContextFolder) return context;
  bundled ??= bundles();
  const foreign = dockerfile.startsWith("windows/") ? "linux/" : "windows/";
  const own = context.files.filter(({ path }) => !path.startsWith(foreign) && !path.startsWith("dist/"));
  // The Dockerfiles set the modes that matter; on Windows a checkout has none.
  const files = [...own, ...(await bundled)].map((file) => ({ ...file, mode: 0o644 }));
  return { files: files.sort((one, other) => (one.path < other.path ? -1 : 1)) };
}

async function bundles(): Promise<readonly ContextFile[]> {
  const [supervisor, fleet] = await Promise.all([supervisorBundle(), fleetBundle()]);
  return [
    { path: "dist/supervisor.js", mode: 0o644, source: { kind: "text", text: supervisor } },
    { path: "dist/fleet.js", mode: 0o644, source: { kind: "text", text: fleet } },
  ];
}
