import { readFileSync } from "node:fs";
import { BuildProblem } from "./buildProblem";
import type { StageState } from "./stageState";

export interface Owner {
  readonly uid: number;
  readonly gid: number;
  /** Names whose numbers nobody knows here: they count as root. */
  readonly unknown: readonly string[];
}

/** The numbers of `--chown=user:group`. @throws BuildProblem for a name that the image surely does not have. */
export function owner(text: string, state: StageState): Owner {
  const [user = "", group = user] = text.split(":");
  const uid = idOf(user, "etc/passwd", state);
  const gid = idOf(group, "etc/group", state);
  const unknown = [...(uid === undefined ? [user] : []), ...(gid === undefined ? [group] : [])];
  return { uid: uid ?? 0, gid: gid ?? 0, unknown: [...new Set(unknown)] };
}

function idOf(name: string, file: "etc/passwd" | "etc/group", state: StageState): number | undefined {
  if (/^\d+$/.test(name)) {
    return Number(name);
  }
  const source = state.tree.get(file)?.source;
  const lines = source === undefined ? ["root:x:0:0"] : readFileSync(source, "utf8").split("\n");
  const found = lines.map((line) => line.split(":")).find(([known]) => known === name);
  if (found !== undefined) {
    return Number(found[2]);
  }
  if (state.mayHold(file) || state.os === "windows") {
    return undefined;
  }
  const [what, where] = file === "etc/passwd" ? ["uid", "user"] : ["gid", "group"];
  throw new BuildProblem(
    `unable to convert uid/gid chown string to host mapping: can't find ${what} for ${where} ${name}: no such ${where}: ${name}`,
  );
}
