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
  const found = await findAll(tools);
  const official = isOfficialPulumi(found);
  const needed = tools.filter(({ name }) => name !== "kubernetesProvider" || !official);
  await buildMissing(
    needed.filter(({ name }) => !found.has(name)),
    found,
    signal,
  );
  return {
    pulumi: pathOf(found, "pulumi"),
    kubernetesProvider: official ? undefined : pathOf(found, "kubernetesProvider"),
    officialPulumi: official,
    etcd: pathOf(found, "etcd"),
    kubeApiserver: pathOf(found, "kubeApiserver"),
    kubeControllerManager: pathOf(found, "kubeControllerManager"),
    kubeScheduler: pathOf(found, "kubeScheduler"),
    kubectl: pathOf(found, "kubectl"),
    kubeletStreaming: pathOf(found, "kubeletStreaming"),
    crane: pathOf(found, "crane"),
  };
}

/** Finds or builds one tool. */
export async function provideTool(name: ToolName, signal: AbortSignal): Promise<string> {
  const wanted = tools.filter((tool) => tool.name === name);
  const found = await findAll(wanted);
  await buildMissing(
    wanted.filter((tool) => !found.has(tool.name)),
    found,
    signal,
  );
  return pathOf(found, name);
}

async function findAll(wanted: readonly Tool[]): Promise<Map<ToolName, FoundTool>> {
  const places = await Promise.all(wanted.map(async (tool) => ({ tool, place: await findTool(tool) })));
  return new Map(places.flatMap(({ tool, place }) => (place === undefined ? [] : [[tool.name, place] as const])));
}

async function buildMissing(
  missing: readonly Tool[],
  found: Map<ToolName, FoundTool>,
  signal: AbortSignal,
): Promise<void> {
  if (missing.length === 0) {
    return;
  }
  await requireGo(missing.map(({ executable }) => executable));
  const tally = missing.length === 1 ? "one tool" : `${missing.length} tools`;
  console.error(`Building ${tally} from pinned Go modules: once, about ${totalMinutes(missing)} minutes on two cores.`);
  for (const [index, tool] of missing.entries()) {
    const path = await withProgress(tool, missing.slice(index + 1), () => buildTool(tool, signal));
    found.set(tool.name, { path, from: "cache" });
  }
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

function pathOf(found: ReadonlyMap<ToolName, FoundTool>, name: ToolName): string {
  const tool = found.get(name);
  if (tool === undefined) {
    throw new Error(`The tool ${name} is not in the table.`);
  }
  return tool.path;
}
