import type { PlanContext } from "./planContext";

/** Tags by which people and clean-up jobs recognise what belongs to a stack. */
export function ownTags({ project, stack }: PlanContext): Readonly<Record<string, string>> {
  return { project, stack, "managed-by": "pulumi" };
}
