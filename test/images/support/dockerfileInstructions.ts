import assert from "node:assert/strict";
import type { Dockerfile, Instruction } from "./dockerfile";

/** What makes the image itself. */
export function finalStage({ stages }: Pick<Dockerfile, "stages">): readonly Instruction[] {
  return stages.at(-1)?.instructions ?? [];
}

export function instructions(keyword: string, of: readonly Instruction[]): readonly Instruction[] {
  return of.filter((instruction) => instruction.keyword === keyword);
}

/** The one instruction with this keyword; fails when there is none or more. */
export function only(keyword: string, of: readonly Instruction[]): Instruction {
  const [found, ...more] = instructions(keyword, of);
  assert.ok(found && more.length === 0, `${keyword} stands there ${found ? more.length + 1 : 0} times`);
  return found;
}

export function everyInstruction({ stages }: Pick<Dockerfile, "stages">): readonly Instruction[] {
  return stages.flatMap((stage) => stage.instructions);
}
