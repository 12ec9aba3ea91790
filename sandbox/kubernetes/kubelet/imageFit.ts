import type { V1Node } from "@kubernetes/client-node";

/** Windows base images by their tag (virtualization-documentation base-image-lifecycle.md 2025-07-15). */
const builds: readonly { readonly tag: RegExp; readonly build: number }[] = [
  { tag: /(?:^|-)(?:ltsc2019|1809)(?:-|$)/, build: 17763 },
  { tag: /(?:^|-)ltsc2022(?:-|$)/, build: 20348 },
  { tag: /(?:^|-)ltsc2025(?:-|$)/, build: 26100 },
];

/** Node builds with the image builds that they run in process isolation (virtualization-documentation version-compatibility.md 2025-01-23). */
const runs: Readonly<Record<string, readonly number[]>> = {
  "10.0.20348": [20348],
  "10.0.26100": [20348, 26100],
};

/** Whether a node runs images of a build under process isolation; both as major.minor.build. */
export function windowsImageRuns(imageBuild: string, nodeBuild: string): boolean {
  return (runs[nodeBuild] ?? []).some((build) => imageBuild === `10.0.${build}`);
}

const WINDOWS_BASE = /^mcr\.microsoft\.com\/windows(?:\/[a-z]+)*:([^@]+)/;
const WINDOWS_BUILD_LABEL = "node.kubernetes.io/windows-build";

/** The build, as major.minor.build, that a tag of an image of Microsoft's registry names; undefined when it names none. */
export function windowsTagBuild(tag: string): string | undefined {
  const known = builds.find((base) => base.tag.test(tag));
  return known === undefined ? undefined : `10.0.${known.build}`;
}

/**
 * Why a node cannot pull an image, in containerd's words, as far as the name alone tells: only Microsoft's base images say in
 * their tag what they need. Undefined for all others.
 */
export function imageMisfit(image: string, node: V1Node): string | undefined {
  const [, tag] = WINDOWS_BASE.exec(image) ?? [];
  if (tag === undefined) {
    return undefined;
  }
  const { operatingSystem = "", architecture = "" } = node.status?.nodeInfo ?? {};
  const nodeBuild = node.metadata?.labels?.[WINDOWS_BUILD_LABEL];
  const build = builds.find((known) => known.tag.test(tag))?.build;
  const fits = operatingSystem === "windows" && (build === undefined || (runs[nodeBuild ?? ""] ?? []).includes(build));
  return fits
    ? undefined
    : `failed to pull and unpack image "${image}": no match for platform in manifest: not found (node is ${operatingSystem}/${architecture} ${nodeBuild ?? ""})`;
}
