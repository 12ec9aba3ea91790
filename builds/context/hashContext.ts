import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { BuildContext, ContextSource } from "../buildContext";

/**
 * What the context holds, as a hexadecimal SHA-256 over paths, modes and contents. Where the files lie, and when they
 * were written, is no part of it.
 */
export async function hashContext(context: BuildContext): Promise<string> {
  const hash = createHash("sha256");
  for (const { path, mode, source } of context.files) {
    const kind = source.kind === "link" ? "link" : "file";
    hash.update(`${JSON.stringify([path, mode, kind, await hashContent(source)])}\n`);
  }
  return hash.digest("hex");
}

async function hashContent(source: ContextSource): Promise<string> {
  const hash = createHash("sha256");
  if (source.kind === "file") {
    for await (const chunk of createReadStream(source.file)) {
      hash.update(chunk as Buffer);
    }
  } else {
    hash.update(source.kind === "text" ? source.text : source.target);
  }
  return hash.digest("hex");
}
