import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { provideTool } from "../../../../sandbox/engine/provideTools";
import type { TestCluster } from "./sharedCluster";

export interface KubectlResult {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The real kubectl, as the administrator of a cluster. */
export interface Kubectl {
  (args: readonly string[], input?: string): Promise<KubectlResult>;
  /** Starts it without waiting for its end. */
  start(args: readonly string[]): ReturnType<typeof spawn>;
  remove(): void;
}

export async function kubectlFor({ runtime, id }: TestCluster, namespace: string): Promise<Kubectl> {
  const executable = await provideTool("kubectl", new AbortController().signal);
  const folder = mkdtempSync(join(tmpdir(), "aks-agents-kubectl-"));
  const kubeconfig = join(folder, "config");
  writeFileSync(kubeconfig, runtime.kubeconfig(id, "admin"), { mode: 0o600 });
  const start = (args: readonly string[]) =>
    spawn(executable, [`--kubeconfig=${kubeconfig}`, `--namespace=${namespace}`, ...args]);
  const run = async (args: readonly string[], input?: string) => {
    const child = start(args);
    const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      return chunks;
    });
    child.stdin.end(input ?? "");
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    const text = (chunks: readonly Buffer[] = []) => Buffer.concat(chunks).toString("utf8");
    return { exitCode, stdout: text(stdout), stderr: text(stderr) };
  };
  return Object.assign(run, { start, remove: () => rmSync(folder, { recursive: true, force: true }) });
}
