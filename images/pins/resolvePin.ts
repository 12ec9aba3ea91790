import { createHash } from "node:crypto";
import { basename } from "node:path/posix";
import { checksumInFile, checksumInPackages, checksumInReleaseNotes } from "./checksumIn";
import { getSuccess } from "./get";
import { manifestDigest } from "./manifestDigest";
import { PinError } from "./pinError";
import { withVersion, type FilePin, type Pin, type Published } from "./pins";

export interface ResolveOptions {
  /** Default: `https://api.github.com`. */
  readonly gitHubApi?: string;
  /** Raises GitHub's limit of 60 requests an hour. */
  readonly gitHubToken?: string;
}

export interface Resolution {
  readonly digest: string;
  readonly digestSource: string;
}

/**
 * What a pin's digest is now, by its publisher and by the content itself.
 * @throws PinError when it cannot be had, or both disagree.
 */
export async function resolvePin(pin: Pin, options: ResolveOptions = {}): Promise<Resolution> {
  if (pin.kind === "image") {
    const digest = await manifestDigest(pin.image, pin.version);
    return { digest, digestSource: `registry of ${pin.image}:${pin.version}, and the manifest itself` };
  }
  const published = await publishedChecksum(pin, options);
  const url = withVersion(pin.url, pin);
  const actual = await checksumOf(url);
  if (published === undefined) {
    return { digest: `sha256:${actual}`, digestSource: `${url}, whose publisher names no checksum` };
  }
  if (published.checksum !== actual) {
    throw new PinError(`${published.source} says ${published.checksum}, but ${url} has ${actual}.`);
  }
  return { digest: `sha256:${actual}`, digestSource: `${published.source}, and the file itself` };
}

interface PublishedChecksum {
  readonly checksum: string;
  readonly source: string;
}

async function publishedChecksum(pin: FilePin, options: ResolveOptions): Promise<PublishedChecksum | undefined> {
  const { published } = pin;
  if (published.kind === "none") return undefined;
  const { source, checksum } = await readChecksum(published, pin, options);
  if (checksum === undefined)
    throw new PinError(`${source} names no checksum of ${basename(withVersion(pin.url, pin))}.`);
  return { checksum, source };
}

async function readChecksum(
  published: Exclude<Published, { kind: "none" }>,
  pin: FilePin,
  options: ResolveOptions,
): Promise<{ source: string; checksum?: string }> {
  const file = basename(withVersion(pin.url, pin));
  switch (published.kind) {
    case "releaseNotes": {
      const { source, text } = await releaseNotes(published.repository, withVersion(published.tag, pin), options);
      return { source, checksum: checksumInReleaseNotes(text, file) };
    }
    case "checksumFile": {
      const source = withVersion(published.url, pin);
      return { source, checksum: checksumInFile(await (await getSuccess(source)).text(), file) };
    }
    case "packagesIndex": {
      const source = withVersion(published.url, pin);
      const text = await (await getSuccess(source)).text();
      return { source, checksum: checksumInPackages(text, withVersion(published.entry, pin)) };
    }
  }
}

/** https://docs.github.com/rest/releases/releases: get a release by tag name. */
async function releaseNotes(
  repository: string,
  tag: string,
  { gitHubApi = "https://api.github.com", gitHubToken }: ResolveOptions,
): Promise<{ source: string; text: string }> {
  const headers = {
    accept: "application/vnd.github+json",
    ...(gitHubToken !== undefined && { authorization: `Bearer ${gitHubToken}` }),
  };
  const release: unknown = await (
    await getSuccess(`${gitHubApi}/repos/${repository}/releases/tags/${tag}`, { headers })
  ).json();
  const text: unknown = typeof release === "object" && release !== null ? Reflect.get(release, "body") : undefined;
  const source = `release notes of ${repository} ${tag}`;
  if (typeof text !== "string") throw new PinError(`The ${source} are empty.`);
  return { source, text };
}

async function checksumOf(url: string): Promise<string> {
  const { body } = await getSuccess(url);
  const hash = createHash("sha256");
  try {
    for await (const chunk of body ?? []) hash.update(chunk);
  } catch (error) {
    throw new PinError(`${url} broke off: ${error instanceof Error ? error.message : String(error)}`);
  }
  return hash.digest("hex");
}
