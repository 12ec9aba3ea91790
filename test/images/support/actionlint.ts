import { existsSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "./cacheFolder";
import { command } from "./command";

const version = "v1.7.12";

/** actionlint, built once from its Go module: Go is what the sandbox is built with anyway. */
export async function actionlint(): Promise<{ file: string } | { missing: string }> {
  const folder = cacheFolder(`actionlint-${version}`);
  const file = join(folder, "actionlint");
  if (existsSync(file)) return { file };
  const { code, output } = await command("go", ["install", `github.com/rhysd/actionlint/cmd/actionlint@${version}`], {
    env: { ...process.env, GOBIN: folder },
  });
  return code === 0 ? { file } : { missing: `go could not build actionlint: ${output.trim()}` };
}
