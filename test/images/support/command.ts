import { execFile, type ExecFileOptions } from "node:child_process";

export interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/** Runs a program to its end. A program that is not there has code 127, as a shell says it. */
export function command(
  program: string,
  words: readonly string[],
  options: ExecFileOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    execFile(program, words, { maxBuffer: 64 * 1024 * 1024, ...options }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : 127;
      resolve({ code, output: `${stdout.toString()}${stderr.toString()}` });
    });
  });
}

/** The same, and only success will do. */
export async function succeed(
  program: string,
  words: readonly string[],
  options: ExecFileOptions = {},
): Promise<string> {
  const { code, output } = await command(program, words, options);
  if (code !== 0) throw new Error(`${program} ${words.join(" ")} ended with ${code}:\n${output}`);
  return output;
}
