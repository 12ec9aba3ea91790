import { spawn } from "node:child_process";

/**
 * Runs this very command once more, in an environment that differs: Node reads NODE_EXTRA_CA_CERTS at its start only.
 * @returns its exit code
 */
export async function runElsewhere(environment: Readonly<Record<string, string>>): Promise<number> {
  const [, ...argv] = process.argv;
  const child = spawn(process.execPath, [...process.execArgv, ...argv], {
    env: { ...process.env, ...environment },
    stdio: "inherit",
  });
  // Ctrl-C reaches both; a signal to this process alone does not.
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  process.on("SIGINT", forward);
  process.on("SIGTERM", forward);
  try {
    return await new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => resolve(code ?? 1));
    });
  } finally {
    process.off("SIGINT", forward);
    process.off("SIGTERM", forward);
  }
}
