import { format } from "prettier";
import type { Pins } from "./pins";

/** `plan/imagePins.ts`: what the plan, which reads no files, knows of the pins. */
export async function planTable({ pins }: Pins): Promise<string> {
  const rows = pins.map(({ name, images, digest }) => JSON.stringify({ name, images, resolved: digest !== null }));
  const source = `import type { AgentOs } from "./fleetPlan";

/** A part of the program's agent images, from images/pins.json. Written by \`npm run pins\`. */
export interface ImagePin {
  readonly name: string;
  readonly images: readonly AgentOs[];
  /** Whether its digest is known; otherwise its version alone pins it. */
  readonly resolved: boolean;
}

export const imagePins: readonly ImagePin[] = [${rows.join(", ")}];
`;
  return format(source, { parser: "typescript", printWidth: 120 });
}
