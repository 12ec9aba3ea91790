import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/** A file in `_diag`, named and written as the real agent does: `Agent_20261130-145630-utc.log`. */
export class DiagnosticLog {
  private readonly file: string;

  /** @throws when the agent's root folder cannot be written. */
  constructor(root: string, process: "Agent" | "Worker") {
    const folder = join(root, "_diag");
    mkdirSync(folder, { recursive: true });
    this.file = join(folder, `${process}_${fileTime(new Date())}-utc.log`);
    this.info("Standing in for the Azure Pipelines agent.");
  }

  info(message: string): void {
    this.write("INFO", message);
  }

  error(message: string): void {
    this.write("ERR ", message);
  }

  private write(level: string, message: string): void {
    appendFileSync(this.file, `[${displayTime(new Date())} ${level}] ${message}\n`);
  }
}

/** `20261130-145630` */
export function fileTime(date: Date): string {
  return date.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
}

/** `2026-11-30 14:56:30Z`, as the listener prints times. */
export function displayTime(date: Date): string {
  return `${date.toISOString().slice(0, 19).replace("T", " ")}Z`;
}
