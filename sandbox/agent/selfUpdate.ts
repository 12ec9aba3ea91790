import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileTime } from "./diagnosticLog";
import type { ListenerContext } from "./listenerContext";
import type { Misbehaviour } from "./misbehaviour";

type Update = NonNullable<Misbehaviour["update"]>;

/** Waits for the listener's end, then for the update's, and tells it by the log's name, as update.sh does. */
const script = `
while kill -0 "$1" 2>/dev/null; do sleep 0.05; done
sleep "$2"
if [ "$3" != none ]; then mv "$4" "$4.$3"; fi
if [ -n "$5" ] && [ "$3" = succeed ]; then exec "$5" run; fi
`;

/** An agent is updated once; the listener that is started afterwards is the new one. */
export function isUpdateDue({ root, misbehaviour }: ListenerContext, when: Update["when"]): boolean {
  return misbehaviour.update?.when === when && !existsSync(marker(root));
}

/**
 * Starts the update, a process of its own that outlives the listener.
 * @param restarts Whether it starts a listener itself at its end, which it does for one that a person has started.
 */
export function startUpdate({ root, environment, misbehaviour, print }: ListenerContext, restarts: boolean): void {
  const { seconds, outcome } = misbehaviour.update ?? { seconds: 0, outcome: "succeed" };
  const log = join(root, "_diag", `SelfUpdate-${fileTime(new Date())}.log`);
  writeFileSync(log, "Update of the stand-in.\n");
  writeFileSync(marker(root), "");
  const listener = restarts ? join(root, "bin", "Agent.Listener") : "";
  const { PATH = "/usr/bin:/bin" } = environment;
  spawn("/bin/sh", ["-c", script, "update", String(process.pid), String(seconds), outcome, log, listener], {
    cwd: root,
    env: { ...environment, PATH },
    detached: true,
    stdio: "ignore",
  }).unref();
  print("The agent is being updated; the listener ends for it.");
}

function marker(root: string): string {
  return join(root, ".standin.updated");
}
