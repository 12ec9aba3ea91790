import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "./cacheFolder";
import { command, succeed } from "./command";

/**
 * A package of the machine's own Debian or Ubuntu release, as APT downloads and verifies it; nothing is installed.
 * @returns the file, or why there is none.
 */
export async function debianPackage(name: string): Promise<{ file: string } | { missing: string }> {
  if ((await command("apt-get", ["--version"])).code !== 0) return { missing: "the machine has no apt-get" };
  const folder = cacheFolder(`debian-${name}`);
  const fetched = () => readdirSync(folder).find((file) => file.endsWith(".deb"));
  if (fetched() === undefined) {
    const download = () => command("apt-get", ["download", name], { cwd: folder });
    if ((await download()).code !== 0) {
      await command("apt-get", ["update"]);
      const { code, output } = await download();
      if (code !== 0) return { missing: `apt-get has no ${name}: ${output.trim()}` };
    }
  }
  const file = fetched();
  return file === undefined ? { missing: `apt-get brought no ${name}` } : { file: join(folder, file) };
}

/** The same, unpacked. */
export async function unpackedDebianPackage(name: string): Promise<{ folder: string } | { missing: string }> {
  const found = await debianPackage(name);
  if ("missing" in found) return found;
  const folder = join(cacheFolder(`debian-${name}`), "content");
  if (!existsSync(folder)) {
    try {
      await succeed("dpkg-deb", ["--extract", found.file, folder]);
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }
  return { folder };
}
