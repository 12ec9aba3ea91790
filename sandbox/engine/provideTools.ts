import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { createSpinner } from "nanospinner";
import { buildTool, requireGo } from "./buildTool";
import { findTool, type FoundTool } from "./findTool";
import { tools, type Tool, type ToolName } from "./tools";

/** Paths of the tools. An official Pulumi CLI brings its own language host and kubernetes provider. */
export interface ProvidedTools extends Readonly<Record<Exclude<ToolName, "kubernetesProvider">, string>> {
  readonly kubernetesProvider?: string;
  readonly officialPulumi: boolean;
}

/** Finds every tool, and builds those that are missing while saying what is built, how long it took and what is left. */
export async function provideTools(signal: AbortSignal): Promise<ProvidedTools> {
  const found = new Map<ToolName, FoundTool>();
  const missing: Tool[] = [];
  for (const tool of tools.filter(({ name }) => name !== "kubernetesProvider" || !isOfficialPulumi(found))) {
    const place = await findTool(tool);
    if (place === undefined) {
      missing.push(tool);
    } else {
      found.set(tool.name, place);
    }
  }
  if (missing.length > 0) {
    await requireGo(missing.map(({ executable }) => executable));
    console.error(
      `Building ${missing.length} of ${tools.length} tools from pinned Go modules: once, about ${totalMinutes(missing)} minutes on two cores.`,
    );
  }
  for (const [index, tool] of missing.entries()) {
    const path = await withProgress(tool, missing.slice(index + 1), () => buildTool(tool, signal));
    found.set(tool.name, { path, from: "cache" });
  }
  return providedTools(found);
}

async function withProgress(tool: Tool, left: readonly Tool[], build: () => Promise<string>): Promise<string> {
  const started = Date.now();
  const rest = left.length === 0 ? "the last one" : `then ${left.map(({ executable }) => executable).join(", ")}`;
  const text = () =>
    `${tool.executable} ${tool.version}  ${elapsed(started)} of about ${tool.buildMinutes}:00  (${rest})`;
  const spinner = createSpinner(text()).start();
  const tick = setInterval(() => spinner.update({ text: text() }), 1000);
  try {
    const path = await build();
    spinner.success(`${tool.executable} ${tool.version} built in ${elapsed(started)}`);
    return path;
  } catch (error) {
    spinner.error(`${tool.executable} ${tool.version} was not built`);
    throw error;
  } finally {
    clearInterval(tick);
  }
}

function elapsed(started: number): string {
  const seconds = Math.round((Date.now() - started) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function totalMinutes(missing: readonly Tool[]): number {
  return missing.reduce((sum, { buildMinutes }) => sum + buildMinutes, 0);
}

/** The CLI that an installation puts on PATH has its language host beside it. */
function isOfficialPulumi(found: ReadonlyMap<ToolName, FoundTool>): boolean {
  const pulumi = found.get("pulumi");
  return pulumi?.from === "PATH" && existsSync(join(dirname(pulumi.path), "pulumi-language-nodejs"));
}

function providedTools(found: ReadonlyMap<ToolName, FoundTool>): ProvidedTools {
  const path = (name: ToolName): string => {
    const tool = found.get(name);
    if (tool === undefined) {
      throw new Error(`The tool ${name} is not in the table.`);
    }
    return tool.path;
  };
  return {
    pulumi: path("pulumi"),
    kubernetesProvider: found.get("kubernetesProvider")?.path,
    officialPulumi: isOfficialPulumi(found),
    etcd: path("etcd"),
    kubeApiserver: path("kubeApiserver"),
    kubeControllerManager: path("kubeControllerManager"),
    kubeScheduler: path("kubeScheduler"),
    kubectl: path("kubectl"),
  };
}
