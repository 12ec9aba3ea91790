import type { StdioOptions, ChildProcess } from "node:child_process";
import { appendFileSync, closeSync, openSync } from "node:fs";
import { once } from "node:events";
import { createInterface, type Interface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import type { MaskHint } from "./jobMessage";

/** How long output is waited for after the script's end: what it left in the background may hold it open (ProcessInvoker.cs). */
const drainMilliseconds = 5000;

/** Where a script's output goes. */
export interface ScriptOutput {
  readonly stdio: StdioOptions;
  /** Call it once with the process; it resolves when everything is written after the process has ended. */
  collect(script: ChildProcess): () => Promise<void>;
}

/** Appends what a script writes to a file: as it is, or, where the job has secrets, line by line with these as `***`. */
export function scriptOutput(file: string, mask: readonly MaskHint[]): ScriptOutput {
  return mask.length === 0 ? plainOutput(file) : maskedOutput(file, mask);
}

function plainOutput(file: string): ScriptOutput {
  const output = openSync(file, "a");
  return {
    stdio: ["ignore", output, output],
    collect: () => {
      closeSync(output);
      return async () => undefined;
    },
  };
}

function maskedOutput(file: string, mask: readonly MaskHint[]): ScriptOutput {
  return {
    stdio: ["ignore", "pipe", "pipe"],
    collect: ({ stdout, stderr }) => {
      const readers = [stdout, stderr].flatMap((stream) => (stream === null ? [] : [createInterface(stream)]));
      readers.forEach((reader) => reader.on("line", (line) => appendFileSync(file, `${masked(line, mask)}\n`)));
      const ends = readers.map((reader) => once(reader, "close"));
      return () => drained(readers, ends);
    },
  };
}

async function drained(readers: readonly Interface[], ends: readonly Promise<unknown>[]): Promise<void> {
  const patience = new AbortController();
  await Promise.race([
    Promise.all(ends),
    pause(drainMilliseconds, undefined, { signal: patience.signal }).catch(() => undefined),
  ]);
  patience.abort();
  readers.forEach((reader) => reader.close());
}

function masked(line: string, mask: readonly MaskHint[]): string {
  return mask.reduce((text, { value }) => text.replaceAll(new RegExp(value, "g"), "***"), line);
}
