import type { Generation } from "../generations";
import { parseImageReference, windowsBaseOf, type ImageReference } from "../imageReference";
import { isWindows, windowsVersions } from "../windowsVersions";
import { everyClass, everyGeneration, type Complaint, type Rule } from "./rule";

/** Words that are moved from image to image, alone or as part of a tag such as `windows-latest`. */
const floatingTag = /(?:^|[-_.])(?:latest|stable|main|master|edge|nightly|dev)(?:$|[-_.])/i;

export const agentImageRules: readonly Rule[] = [
  {
    code: "image-reference-form",
    severity: "refusal",
    check: (input) =>
      everyGeneration(input, ({ image, paths }) => {
        if (image === undefined || parseImageReference(image)) return [];
        return [
          {
            path: paths.image,
            message: `"${image}" is no image reference.`,
            remedy: "Write registry/repository:tag, without a scheme, the repository in lower case.",
          },
        ];
      }),
  },
  {
    code: "image-floating-tag",
    severity: "refusal",
    check: (input) =>
      everyGeneration(input, ({ image, paths }) => {
        const reference = referenceOf(image);
        if (!reference || reference.digest !== undefined) return [];
        const { tag } = reference;
        if (tag !== undefined && !floatingTag.test(tag)) return [];
        const what = tag === undefined ? "has no tag, which means latest," : `has the floating tag "${tag}",`;
        return [
          {
            path: paths.image,
            message: `"${image}" ${what} so nodes would run different images under one name, and nobody could tell which Windows version they hold.`,
            remedy: "Name a tag that is never moved, such as a version, or a digest (@sha256:…).",
          },
        ];
      }),
  },
  {
    // F01: under process isolation a Windows image runs only on a node of a fitting build.
    code: "image-os-mismatch",
    severity: "refusal",
    check: (input) => everyGeneration(input, (generation) => [mismatch(generation)]),
  },
  {
    code: "image-os-unknown",
    severity: "warning",
    check: (input) =>
      everyGeneration(input, ({ image, os, agentClass, paths }) => {
        const reference = referenceOf(image);
        if (!reference || !isWindows(os) || agentClass.imageOs !== undefined || windowsBaseOf(reference)) return [];
        const { imageTag, osSku } = windowsVersions[os];
        return [
          {
            path: paths.image,
            message: `Nothing in "${image}" says which Windows version it is built from; on a ${osSku} node only ${windowsVersions[os].runsImageTags.join(" and ")} images start.`,
            remedy: `Put the base into repository or tag (such as ${imageTag}), or set imageOs to it.`,
          },
        ];
      }),
  },
  {
    code: "image-os-on-linux",
    severity: "refusal",
    check: (input) =>
      everyClass(input, ({ os, imageOs }, path) => {
        if (imageOs === undefined || os !== "linux") return [];
        return [
          {
            path: `${path}.imageOs`,
            related: [`${path}.os`],
            message: `imageOs is "${imageOs}", but the class runs on Linux.`,
            remedy: "Remove imageOs: it names the Windows base of an image.",
          },
        ];
      }),
  },
  {
    // Once for all classes: it says something about the checkout, not about a class.
    code: "image-pins-unresolved",
    severity: "warning",
    check: ({ generations, context }) => {
      const built = generations.filter(({ image }) => image === undefined);
      const unresolved = context.imagePins
        .filter(({ resolved, images }) => !resolved && built.some(({ os }) => images.includes(os)))
        .map(({ name }) => name);
      if (unresolved.length === 0) return [];
      const classes = [...new Set(built.map(({ agentClass }) => agentClass.name))];
      return [
        {
          path: "agents",
          message: `The agent ${classes.length === 1 ? "image" : "images"} of ${classes.join(", ")} cannot be verified: ${unresolved.join(", ")} ${unresolved.length === 1 ? "is" : "are"} pinned by version alone, without a digest.`,
          remedy:
            "Run npm run pins on a machine that reaches the publishers, and build the images again; or name an image of yours.",
        },
      ];
    },
  },
];

function referenceOf(image: string | undefined): ImageReference | undefined {
  return image === undefined ? undefined : parseImageReference(image);
}

function mismatch({ image, os, agentClass, paths }: Generation): Complaint | undefined {
  const reference = referenceOf(image);
  const named = reference && windowsBaseOf(reference);
  const stated = agentClass.imageOs;
  if (!isWindows(os)) {
    if (named === undefined) return undefined;
    return {
      path: paths.image,
      related: [paths.os],
      message: `"${image}" is a Windows image (${named}), but the class runs on Linux.`,
      remedy: "Name a Linux image, or change os.",
    };
  }
  const { osSku, build, imageTag, runsImageTags } = windowsVersions[os];
  const statedPath = `${paths.agentClass}.imageOs`;
  if (stated !== undefined && !runsImageTags.includes(stated)) {
    return {
      path: statedPath,
      related: [paths.os],
      message: `A ${osSku} node (${build}) cannot run ${stated} images: under process isolation a newer image never starts on an older host.`,
      remedy: `Use ${runsImageTags.join(" or ")}, or a class on ${stated.replace("ltsc", "windows")}.`,
    };
  }
  if (named === undefined || (stated !== undefined && named === stated)) return undefined;
  if (stated !== undefined) {
    return {
      path: paths.image,
      related: [statedPath],
      message: `imageOs says ${stated}, but "${image}" names ${named}.`,
      remedy: "Make both say the same.",
    };
  }
  if (named === imageTag) return undefined;
  const optIn = runsImageTags.includes(named) ? ` It can run there: set imageOs to ${named} if that is wanted.` : "";
  return {
    path: paths.image,
    related: [paths.os, statedPath],
    message: `"${image}" is built from ${named}, but the class's nodes are ${osSku} (${build}).`,
    remedy: `Use an image built from ${imageTag}.${optIn}`,
  };
}
