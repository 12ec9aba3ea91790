import { join } from "node:path";
import type { BuildContext, ContextFile } from "../../builds/buildContext";
import { hashContext } from "../../builds/context/hashContext";
import { readContext } from "../../builds/context/readContext";
import { bundle, bundleIdentity, type BundleName } from "../../images/bundle";

/** The context of the program's own images, relative to the program. */
export const ownContextFolder = "images";

const program = join(__dirname, "..", "..");
const bundleNames: readonly BundleName[] = ["supervisor", "fleet"];

/**
 * The build context in a folder of the program. That of the program's own images gets the bundles, which no checkout holds, and only the
 * files of its own system, so that a change for the other one changes nothing.
 * @param folder Relative to the program.
 * @throws BuildError when there is nothing to build.
 */
export function imageContext(folder: string, dockerfile: string): Promise<BuildContext> {
  return contextWith(bundles, folder, dockerfile);
}

/** Changes when the context does, and is had without making the bundles. The same on every machine. */
export async function imageContextHash(folder: string, dockerfile: string): Promise<string> {
  return hashContext(await contextWith(identities, folder, dockerfile));
}

async function contextWith(
  made: () => Promise<readonly ContextFile[]>,
  folder: string,
  dockerfile: string,
): Promise<BuildContext> {
  const context = await readContext(join(program, folder), { dockerfile });
  if (folder !== ownContextFolder) return context;
  const foreign = dockerfile.startsWith("windows/") ? "linux/" : "windows/";
  const own = context.files.filter(({ path }) => !path.startsWith(foreign) && !path.startsWith("dist/"));
  // The Dockerfiles set the modes that matter; on Windows a checkout has none.
  const files = [...own, ...(await made())].map((file) => ({ ...file, mode: 0o644 }));
  return { files: files.sort((one, other) => (one.path < other.path ? -1 : 1)) };
}

/** Made once for all images of a run. */
const bundles = once(() => dist(bundle));
const identities = once(() => dist(bundleIdentity));

function dist(make: (name: BundleName) => Promise<string>): Promise<readonly ContextFile[]> {
  return Promise.all(
    bundleNames.map(async (name): Promise<ContextFile> => {
      return { path: `dist/${name}.js`, mode: 0o644, source: { kind: "text", text: await make(name) } };
    }),
  );
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => (made ??= make());
}
