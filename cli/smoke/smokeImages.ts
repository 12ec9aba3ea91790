import type { AgentOs } from "../../plan/fleetPlan";
import { UserError } from "../userError";
import type { SmokeTarget } from "./smokeTarget";

export interface SmokeImagesOptions {
  /** References that were given. */
  readonly images: Readonly<Partial<Record<AgentOs, string>>>;
  readonly registry?: string;
  readonly progress: (message: string) => void;
  readonly signal: AbortSignal;
}

/** Where the image of a version comes from. The function throws a UserError when there is none. */
export function smokeImages({ images }: SmokeImagesOptions): (target: SmokeTarget) => Promise<string> {
  return async ({ os }) => {
    const given = images[os];
    if (given === undefined) {
      throw new UserError(`There is no image for ${os}: --image ${os}=<reference> names one.`);
    }
    return given;
  };
}
