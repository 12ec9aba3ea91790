import { EventEmitter } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, statSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import type { LogOptions } from "./logOptions";

/** Kubelet's containerLogMaxSize. */
const MOST_BYTES = 10 * 2 ** 20;
/** Longer lines are kept in pieces, as containerd keeps them (max_container_log_line_size). */
const LONGEST_LINE_BYTES = 16_384;

/** One line as a container runtime keeps it: `<time> <stream> <F or P> <text>`, P for a piece of a line that goes on. */
interface LogLine {
  readonly time: string;
  readonly partial: boolean;
  readonly text: string;
}

/** What one instance of a container prints, in a file of the runtime interface's format. At most the newest 20 MiB are kept. */
export class ContainerLog {
  private readonly changes = new EventEmitter().setMaxListeners(0);
  private descriptor: number;
  private bytes: number;
  private open = true;

  constructor(private readonly file: string) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    this.descriptor = openSync(file, "a", 0o600);
    this.bytes = statSync(file).size;
  }

  /** Takes in a stream line by line. */
  collect(stream: Readable, name: "stdout" | "stderr"): void {
    let rest = Buffer.alloc(0);
    stream.on("data", (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
        this.append(name, "F", rest.subarray(0, end));
        rest = rest.subarray(end + 1);
      }
      while (rest.length >= LONGEST_LINE_BYTES) {
        this.append(name, "P", rest.subarray(0, LONGEST_LINE_BYTES));
        rest = rest.subarray(LONGEST_LINE_BYTES);
      }
    });
    stream.on("end", () => {
      if (rest.length > 0) {
        this.append(name, "P", rest);
      }
    });
  }

  /** Nothing is printed any more. */
  close(): void {
    if (this.open) {
      this.open = false;
      closeSync(this.descriptor);
      this.changes.emit("change");
    }
  }

  /** Reads on until the log is closed or the reader gives up. */
  async *follow(options: LogOptions, signal: AbortSignal): AsyncGenerator<string> {
    const limit = new ByteLimit(options.limitBytes);
    const pending: string[] = [];
    const onLine = (line: string) => pending.push(line);
    this.changes.on("line", onLine);
    try {
      yield limit.take(format(select(readLines(this.file), options), options));
      while (!limit.isReached) {
        const changed = this.nextChange(signal);
        const fresh = pending.splice(0).flatMap((line) => parse(line));
        if (fresh.length > 0) {
          yield limit.take(format(fresh, options));
        } else if (!this.open || signal.aborted) {
          return;
        }
        if (pending.length === 0 && this.open) {
          await changed;
        }
      }
    } finally {
      this.changes.off("line", onLine);
    }
  }

  private nextChange(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.changes.off("change", done);
        signal.removeEventListener("abort", done);
        resolve();
      };
      this.changes.on("change", done);
      signal.addEventListener("abort", done, { once: true });
    });
  }

  private append(stream: string, tag: "F" | "P", text: Buffer): void {
    if (!this.open) {
      return;
    }
    const line = Buffer.concat([Buffer.from(`${timestamp()} ${stream} ${tag} `), text, Buffer.from("\n")]);
    if (this.bytes + line.length > MOST_BYTES) {
      this.rotate();
    }
    writeSync(this.descriptor, line);
    this.bytes += line.length;
    this.changes.emit("line", line.toString("utf8"));
    this.changes.emit("change");
  }

  private rotate(): void {
    closeSync(this.descriptor);
    renameSync(this.file, olderFile(this.file));
    this.descriptor = openSync(this.file, "a", 0o600);
    this.bytes = 0;
  }
}

/** What is kept of a log, as `kubectl logs` wants it. */
export function readLog(file: string, options: LogOptions): string {
  return new ByteLimit(options.limitBytes).take(format(select(readLines(file), options), options));
}

/** Nanoseconds, as the format has them; the clock knows milliseconds. */
function timestamp(): string {
  return new Date().toISOString().replace("Z", "000000Z");
}

function olderFile(file: string): string {
  return `${file}.1`;
}

function readLines(file: string): LogLine[] {
  return [olderFile(file), file]
    .filter((path) => existsSync(path))
    .flatMap((path) => readFileSync(path, "utf8").split("\n"))
    .flatMap((line) => parse(line));
}

function parse(line: string): LogLine[] {
  const [, time, tag, text] = /^(\S+) (?:stdout|stderr) ([FP]) (.*)$/s.exec(line.replace(/\n$/, "")) ?? [];
  return time === undefined || text === undefined ? [] : [{ time, partial: tag === "P", text }];
}

function select(lines: readonly LogLine[], { tailLines, sinceMilliseconds }: LogOptions): readonly LogLine[] {
  const recent =
    sinceMilliseconds === undefined ? lines : lines.filter(({ time }) => Date.parse(time) >= sinceMilliseconds);
  return tailLines === undefined ? recent : recent.slice(Math.max(0, recent.length - tailLines));
}

function format(lines: readonly LogLine[], { timestamps }: LogOptions): string {
  return lines
    .map(({ time, partial, text }) => `${timestamps ? `${time} ` : ""}${text}${partial ? "" : "\n"}`)
    .join("");
}

class ByteLimit {
  constructor(private left: number = Infinity) {}

  get isReached(): boolean {
    return this.left <= 0;
  }

  take(text: string): string {
    const bytes = Buffer.from(text);
    const taken = bytes.subarray(0, Math.min(bytes.length, this.left));
    this.left -= taken.length;
    return taken.toString("utf8");
  }
}
