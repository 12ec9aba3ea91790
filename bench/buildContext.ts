import { execFile } from "node:child_process";
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { packContext } from "../builds/context/packContext";
import { readContext } from "../builds/context/readContext";
import { absolute, type Measurement, relative, seconds } from "./measurement";

const rounds = 7;

/** Contexts of about 60 MiB, of which half can be compressed. */
const contexts: Readonly<Record<string, (folder: string) => void>> = {
  "4,000 small files": (folder) => {
    for (let index = 0; index < 4_000; index += 1) {
      const below = join(folder, String(index % 40));
      mkdirSync(below, { recursive: true });
      writeFileSync(join(below, `${index}.txt`), content(15_000));
    }
  },
  "3 large files": (folder) =>
    [1, 2, 3].forEach((index) => writeFileSync(join(folder, String(index)), content(20_000_000))),
};

/** Reading, packing and compressing a build context, beside `tar | gzip` with the same strength of compression. */
export async function buildContext(): Promise<readonly Measurement[]> {
  const measurements: Measurement[] = [];
  for (const [name, lay] of Object.entries(contexts)) {
    const root = mkdtempSync(join(tmpdir(), "build-context-"));
    try {
      const folder = join(root, "context");
      mkdirSync(folder);
      lay(folder);
      writeFileSync(join(folder, "Dockerfile"), "FROM scratch\n");
      measurements.push(await measure(name, folder, join(root, "context.tar.gz")));
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }
  return [...measurements, absolute("Build context of 400 MiB: memory to pack it", "MiB", [await memoryMiB()], 100)];
}

/** How much more memory the process has at most while it packs one large file. */
async function memoryMiB(): Promise<number> {
  const root = mkdtempSync(join(tmpdir(), "build-context-"));
  writeFileSync(join(root, "Dockerfile"), "FROM scratch\n");
  writeFileSync(join(root, "large"), "");
  truncateSync(join(root, "large"), 400 * 2 ** 20);
  const before = process.memoryUsage.rss();
  let most = before;
  const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10);
  try {
    await pipeline(packContext(await readContext(root)), createWriteStream("/dev/null"));
  } finally {
    clearInterval(sampling);
    rmSync(root, { recursive: true });
  }
  return (most - before) / 2 ** 20;
}

async function measure(name: string, folder: string, archive: string): Promise<Measurement> {
  const times: Record<"own" | "tar", number[]> = { own: [], tar: [] };
  for (let round = 0; round < rounds; round += 1) {
    // One after the other, so that a busy moment hits both.
    times.own.push(
      await seconds(async () => pipeline(packContext(await readContext(folder)), createWriteStream(archive))),
    );
    times.tar.push(
      await seconds(() => promisify(execFile)("/bin/sh", ["-c", 'tar -c -C "$0" . | gzip -6 > "$1"', folder, archive])),
    );
  }
  return relative(`Build context of ${name}: packed, against tar | gzip`, "s", times.own, times.tar, 1.5);
}

function content(bytes: number): Buffer {
  const half = randomBytes(bytes / 2);
  return Buffer.concat([half, Buffer.alloc(bytes / 2, "a line of text\n")]);
}
