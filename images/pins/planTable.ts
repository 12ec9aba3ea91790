import { format } from "prettier";
import type { Pin, Pins } from "./pins";

/** `plan/imagePins.ts`: what the plan, which reads no files, knows of the pins. */
export async function planTable({ pins }: Pins): Promise<string> {
  const source = `import type { AgentOs } from "./fleetPlan";

/** A part of the program's agent images, from images/pins.json. Written by \`npm run pins\`. */
export interface ImagePin {
  readonly name: string;
  readonly version: string;
  readonly images: readonly AgentOs[];
  /** Whether its digest is known; otherwise its version alone pins it. */
  readonly resolved: boolean;
  /** Day on which its publisher released it, where its age matters. */
  readonly released?: string;
  /** When the digest was read, of a base, whose tag moves on. */
  readonly baseResolvedAt?: string;
}

export const imagePins: readonly ImagePin[] = [${pins.map((pin) => JSON.stringify(rowOf(pin))).join(", ")}];
`;
  return format(source, { parser: "typescript", printWidth: 120 });
}

function rowOf(pin: Pin) {
  const { name, version, images, digest, released, resolvedAt } = pin;
  return {
    name,
    version,
    images,
    resolved: digest !== null,
    ...(released !== undefined && { released }),
    ...(pin.kind === "image" && resolvedAt !== null && { baseResolvedAt: resolvedAt }),
  };
}
