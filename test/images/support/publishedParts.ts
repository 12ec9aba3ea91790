import assert from "node:assert/strict";
import { PinError } from "../../../images/pins/pinError";
import type { FilePin, ImagePin, Published } from "../../../images/pins/pins";
import { Publishers } from "./publishers";

const unresolved = { digest: null, digestSource: null, resolvedAt: null };

/** Gives the tests of a `describe` publishers, which have nothing before each test. */
export function startedPublishers(): Publishers {
  const publishers = new Publishers();
  before(() => publishers.start());
  after(() => publishers.stop());
  beforeEach(() => {
    publishers.fault = {};
    publishers.requests.length = 0;
    for (const map of [publishers.files, publishers.redirects, publishers.releases, publishers.manifests]) map.clear();
  });
  return publishers;
}

/** Pin of a file that the publishers have, without a digest. */
export function filePin(publishers: Publishers, published: Published, url = "/tool-{version}.zip"): FilePin {
  return {
    name: "tool",
    kind: "file",
    version: "1.2.3",
    versionSource: "test",
    images: ["linux"],
    argument: "TOOL",
    url: `${publishers.url}${url}`,
    published,
    ...unresolved,
  };
}

/** Pin of an image in the publishers' registry, without a digest. */
export function imagePin(publishers: Publishers, version = "ltsc2022"): ImagePin {
  const image = `${publishers.host}/windows/servercore`;
  return {
    name: "base",
    kind: "image",
    image,
    version,
    versionSource: "test",
    images: ["windows2022"],
    argument: "BASE",
    ...unresolved,
  };
}

/** The message of the PinError with which a promise is rejected. */
export async function pinFailure(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof PinError, String(error));
  return error.message;
}
