import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { checkout } from "../../sandbox/paths";

/** What a copy does without, or has as a link. */
const left = ["node_modules", ".git", ".sandbox", "test", "bench"];

/** A copy of the program, whose files a test may change, and nobody else does meanwhile. */
export class ProgramCopy {
  readonly folder = mkdtempSync(join(tmpdir(), "program-"));

  constructor() {
    const isWanted = (source: string) => source === checkout || !left.includes(basename(source));
    cpSync(checkout, this.folder, { recursive: true, filter: isWanted });
    symlinkSync(join(checkout, "node_modules"), join(this.folder, "node_modules"));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }
}
