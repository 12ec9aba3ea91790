import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What `configure` leaves for `run` in `.agent` (azure-pipelines-agent ConfigurationStore.cs AgentSettings). */
export interface AgentSettings {
  readonly acceptTeeEula: boolean;
  readonly agentId: number;
  readonly agentName: string;
  readonly poolId: number;
  readonly poolName: string;
  readonly serverUrl: string;
  readonly workFolder: string;
  readonly notificationSocketAddress?: string;
}

export function isConfigured(root: string): boolean {
  return existsSync(join(root, ".agent")) && existsSync(join(root, ".credentials"));
}

export function readSettings(root: string): AgentSettings {
  return readJson(join(root, ".agent")) as AgentSettings;
}

export function saveSettings(root: string, settings: AgentSettings): void {
  writeJson(join(root, ".agent"), settings);
}

/** The agent writes its files with a byte order mark (IOUtil.SaveObject). */
export function writeJson(file: string, value: unknown, mode?: number): void {
  writeFileSync(file, `\uFEFF${JSON.stringify(value, undefined, 2)}`, { mode });
}

export function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
}
