import { readFileSync, readdirSync } from "node:fs";

/** A process's descendants, the nearest first. Only Linux tells; elsewhere there seem to be none. */
export function descendantsOf(pid: number): readonly number[] {
  const children = childrenOf(pid);
  return [...children, ...children.flatMap(descendantsOf)];
}

function childrenOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    // It has ended meanwhile.
    return [];
  }
}
