import type { PlanContext } from "./planContext";
import type { Settings } from "./settings";

export function notesOf(_settings: Settings, _context: PlanContext): readonly string[] {
  return [];
}
