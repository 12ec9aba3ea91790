import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "./cacheFolder";
import { command, succeed } from "./command";

/**
 * A checker that PyPI has as a package, in the version of requirements.txt; installed once, into an environment of its own.
 * @returns the program, or why there is none.
 */
export async function pythonTool(
  name: "check-jsonschema" | "hadolint" | "shellcheck",
): Promise<{ file: string } | { missing: string }> {
  if ((await command("python3", ["-m", "venv", "--help"])).code !== 0) return { missing: "no python3 with venv" };
  const requirements = join(__dirname, "requirements.txt");
  const wanted = readFileSync(requirements, "utf8");
  const folder = cacheFolder("python");
  const installed = join(folder, "installed.txt");
  if (!existsSync(installed) || readFileSync(installed, "utf8") !== wanted) {
    await succeed("python3", ["-m", "venv", "--clear", folder]);
    const install = [
      "install",
      "--quiet",
      "--disable-pip-version-check",
      "--only-binary=:all:",
      "--requirement",
      requirements,
    ];
    const { code, output } = await command(join(folder, "bin", "pip"), install);
    if (code !== 0) return { missing: `pip could not install ${name}: ${output.trim()}` };
    writeFileSync(installed, wanted);
  }
  return { file: join(folder, "bin", name) };
}
