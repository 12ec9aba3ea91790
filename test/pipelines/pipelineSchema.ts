import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Context } from "mocha";
import { stringify } from "yaml";
import { z } from "zod";
import { command } from "../images/support/command";
import { pythonTool } from "../images/support/pythonTool";
import { unavailable } from "../images/support/unavailable";

const report = z.object({
  errors: z
    .array(z.object({ best_deep_match: z.object({ path: z.string(), message: z.string() }).nullish() }))
    .default([]),
  parse_errors: z.array(z.unknown()).default([]),
});

/**
 * What the published schema of Azure Pipelines finds wrong with a pipeline: the one of microsoft/azure-pipelines-vscode, which the package
 * check-jsonschema brings along. It knows the inputs of Microsoft's tasks.
 */
export async function schemaProblems(context: Context, pipeline: unknown): Promise<readonly string[]> {
  const tool = await pythonTool("check-jsonschema");
  if ("missing" in tool) return unavailable(context, tool.missing);
  const folder = mkdtempSync(join(tmpdir(), "pipeline-"));
  try {
    const file = join(folder, "pipeline.yml");
    writeFileSync(file, stringify(asTexts(pipeline)));
    const words = ["--builtin-schema", "vendor.azure-pipelines", "--output-format", "json", file];
    const { code, output } = await command(tool.file, words);
    const { errors, parse_errors: unread } = report.parse(JSON.parse(output));
    const problems = errors.map(
      ({ best_deep_match: match }) => `${match?.path ?? "$"}: ${match?.message ?? "invalid"}`,
    );
    return code === 0 ? [] : [...problems, ...unread.map(String)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Azure Pipelines reads every scalar as a text. Its schema counts on that for numbers, and for truth values that are defaults. */
function asTexts(node: unknown, key = ""): unknown {
  if (Array.isArray(node)) return node.map((item) => asTexts(item));
  if (typeof node === "object" && node !== null) {
    return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, asTexts(value, name)]));
  }
  return typeof node === "number" || key === "default" ? String(node) : node;
}
