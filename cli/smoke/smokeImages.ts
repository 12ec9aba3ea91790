import { findRegistry } from "../../builds/acr/findRegistry";
import { azureAccess, type AzureAccess } from "../../builds/azure/azureAccess";
import { BuildError } from "../../builds/buildError";
import type { AgentOs } from "../../plan/fleetPlan";
import { UserError } from "../userError";
import { buildSample, sampleOf } from "./buildSample";
import type { SmokeSurroundings } from "./performSmoke";

export interface SmokeImagesOptions {
  /** References that were given. */
  readonly images: Readonly<Partial<Record<AgentOs, string>>>;
  /** Where the others are built: its ARM id, login server or name. */
  readonly registry?: string;
  readonly progress: (message: string) => void;
}

/** The image of a version: the one that was given, else the sample of its system, built in the registry. */
export function smokeImages({ images, registry, progress }: SmokeImagesOptions): SmokeSurroundings["imageOf"] {
  let azure: Promise<AzureAccess> | undefined;
  return async (target, signal) => {
    const given = images[target.os];
    if (given !== undefined) return given;
    if (registry === undefined) {
      throw new UserError(
        `There is no image for ${target.os}: --image ${target.os}=<reference> names one, --registry <name> has ${sampleOf(target)} built in a registry.`,
      );
    }
    azure ??= azureAccess(process.env);
    try {
      const access = await azure;
      return await buildSample(target, await findRegistry(registry, access), { azure: access, progress, signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof BuildError ? new UserError(error.message) : error;
    }
  };
}
