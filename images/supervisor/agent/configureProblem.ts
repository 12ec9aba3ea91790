import type { ListenerEnd } from "../listener/listener";
import { fullDisk } from "./diskProblem";
import { limits } from "./limits";

/** Why the agent is not registered, and what to check. */
export interface ConfigureProblem {
  readonly message: string;
  readonly remedies: readonly string[];
}

/** Reads the end of `configure`; undefined when it had to be ended. */
export function configureProblem(end: ListenerEnd | undefined): ConfigureProblem {
  const output = end?.output.join("\n") ?? "";
  const known = remedies.filter(([words]) => words.test(output)).map(([, remedy]) => remedy);
  return {
    message: messageOf(end),
    remedies: ["Read the lines of the agent above.", ...(known.length > 0 ? known : [role])],
  };
}

const role = "The identity needs the role Administrator of the agent pool.";

/** What errors of .NET and of the system say, in whatever else the agent prints. */
const remedies: readonly (readonly [RegExp, string])[] = [
  [
    /certificate|SSL connection/i,
    "The agent trusts what its system trusts: on Linux SSL_CERT_FILE names the bundle of AZP_CA_BUNDLE for it too, on Windows the supervisor adds that bundle to the machine's store.",
  ],
  [/no space left on device|not enough space on the disk/i, fullDisk],
];

function messageOf(end: ListenerEnd | undefined): string {
  if (end === undefined) {
    return `configure has not ended within ${limits.configure / 60_000} minutes.`;
  }
  return end.code === 0
    ? "configure ended with success, but the server does not show the agent."
    : `configure ended with ${end.code ?? "a signal"}: ${end.output.at(-1) ?? "it printed nothing."}`;
}
