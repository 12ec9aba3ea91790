import type { ImageContextFacts } from "./imageContextFacts";
import type { ImagePin } from "./imagePins";

/** What the plan depends on beside the settings. */
export interface PlanContext {
  readonly project: string;
  readonly stack: string;
  /** Clock for everything that has a date: an argument, so that tests can set it. */
  readonly now: Date;
  /** Version of this program: the tag of the agent images that belong to it. */
  readonly version: string;
  /** What those images are made of. */
  readonly imagePins: readonly ImagePin[];
  /** What there is of the folders that agent classes name, by their names. */
  readonly imageContexts: Readonly<Record<string, ImageContextFacts>>;
}
