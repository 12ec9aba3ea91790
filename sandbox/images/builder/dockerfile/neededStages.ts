import { BuildProblem } from "../buildProblem";
import type { Dockerfile, Stage } from "./instruction";

/** The stages up to the one that is wanted, by name or number: the classic builder builds all of them. @throws BuildProblem */
export function neededStages({ stages }: Dockerfile, target: string | undefined): readonly Stage[] {
  if (target === undefined || target === "") {
    return stages;
  }
  const named = stages.findIndex(({ name }) => name === target.toLowerCase());
  const index = named === -1 && /^\d+$/.test(target) ? Number(target) : named;
  if (index === -1 || index >= stages.length) {
    throw new BuildProblem(`failed to reach build target ${target} in Dockerfile`);
  }
  return stages.slice(0, index + 1);
}
