import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** What an image is built for: the `os` of an agent class. */
export const imageSystems = ["windows2022", "windows2025", "linux"] as const;
export type ImageSystem = (typeof imageSystems)[number];

const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** Where the publisher names the SHA-256 of a file. Addresses may hold `{version}`. */
const publishedSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("releaseNotes"), repository: z.string(), tag: z.string() }),
  z.strictObject({ kind: z.literal("checksumFile"), url: z.string() }),
  /** Index of a Debian repository; `entry` is the file's name in it. */
  z.strictObject({ kind: z.literal("packagesIndex"), url: z.string(), entry: z.string() }),
  z.strictObject({ kind: z.literal("none") }),
]);

const common = {
  name: z.string(),
  version: z.string(),
  /** What says that there is this version. */
  versionSource: z.string(),
  /** Day on which its publisher released it, where the plan minds its age. */
  released: z.iso.date().optional(),
  images: z.array(z.enum(imageSystems)).min(1),
  /** Build argument, or its beginning: a file has `<argument>_URL` and `<argument>_SHA256`. */
  argument: z.string(),
  /** Null: unresolved. Nothing but `npm run pins` writes one. */
  digest: digest.nullable(),
  digestSource: z.string().nullable(),
  resolvedAt: z.iso.datetime().nullable(),
};

const imagePinSchema = z.strictObject({
  ...common,
  kind: z.literal("image"),
  image: z.string(),
  windowsBuild: z.string().optional(),
});

const filePinSchema = z.strictObject({
  ...common,
  kind: z.literal("file"),
  url: z.string(),
  published: publishedSchema,
});

const pinSchema = z.discriminatedUnion("kind", [imagePinSchema, filePinSchema]);

const pinsSchema = z.strictObject({
  /** Time in Ubuntu's archive whose packages the Linux image takes; APT checks their signatures. */
  ubuntuSnapshot: z.string().regex(/^\d{8}T\d{6}Z$/),
  pins: z.array(pinSchema),
});

export type Published = z.infer<typeof publishedSchema>;
export type ImagePin = z.infer<typeof imagePinSchema>;
export type FilePin = z.infer<typeof filePinSchema>;
export type Pin = z.infer<typeof pinSchema>;
export type Pins = z.infer<typeof pinsSchema>;

export const pinsFile = join(__dirname, "..", "pins.json");

/** @throws ZodError when the file has another shape. */
export function readPins(file: string = pinsFile): Pins {
  return pinsSchema.parse(JSON.parse(readFileSync(file, "utf8")));
}

/** Puts the pin's version into an address or a tag. */
export function withVersion(text: string, { version }: Pin): string {
  return text.replaceAll("{version}", version);
}
