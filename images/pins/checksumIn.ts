import { PinError } from "./pinError";

const sha256 = /[0-9a-f]{64}/i;

/**
 * Checksum of a file in release notes, where each checksum stands somewhere behind its file's name: tables, as the agent and
 * Git for Windows have them, or nested lists, as PowerShell has them.
 */
export function checksumInReleaseNotes(notes: string, file: string): string | undefined {
  const words = notes.matchAll(
    /(?<name>[\w.+-]+\.(?:zip|exe|msi|deb|rpm|pkg|gz|bz2|sha256))\b|(?<sum>\b[0-9a-f]{64}\b)/gi,
  );
  const sums = new Set<string>();
  let name: string | undefined;
  for (const { groups } of words) {
    if (groups?.name !== undefined) name = groups.name;
    if (groups?.sum !== undefined && name === file) sums.add(groups.sum.toLowerCase());
  }
  return onlyOne(sums, file);
}

/** Checksum of a file as `sha256sum` writes them; a lone checksum is that of the only file. */
export function checksumInFile(text: string, file: string): string | undefined {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const [first] = lines;
  if (lines.length === 1 && first !== undefined && /^[0-9a-f]{64}$/i.test(first)) return first.toLowerCase();
  const own = lines
    .map((line) => /^([0-9a-f]{64})\s+[ *]?(?:.*\/)?([^/]+)$/i.exec(line))
    .filter((line) => line?.[2] === file);
  return onlyOne(new Set(own.flatMap((line) => line?.[1]?.toLowerCase() ?? [])), file);
}

/** Checksum in a `Packages` file of a Debian repository: the paragraph whose `Filename` is the entry. */
export function checksumInPackages(text: string, entry: string): string | undefined {
  const paragraph = text.split(/\n\s*\n/).find((each) => each.split("\n").includes(`Filename: ${entry}`));
  const line = paragraph?.split("\n").find((each) => each.startsWith("SHA256: "));
  return line === undefined ? undefined : sha256.exec(line)?.[0].toLowerCase();
}

function onlyOne(sums: ReadonlySet<string>, file: string): string | undefined {
  if (sums.size > 1) throw new PinError(`Its publisher names several checksums for ${file}: ${[...sums].join(", ")}.`);
  return [...sums][0];
}
