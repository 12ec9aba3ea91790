import type { Settings } from "../settings";

type Environment = Readonly<Record<string, string | undefined>>;

/** What is the supervisor's own: jobs inherit the listener's environment, and most of it becomes capabilities. */
const withheld = [/^AZP_/, /^AZURE_/, /^VSTS_AGENT_INPUT_/, /^AGENT_RUN_ONCE$/, /^AGENT_DEBUG_HOLD$/];

/** Environment of `run`: that of the container without anything that is for the supervisor. */
export function listenerEnvironment(environment: Environment, caseSensitive: boolean): Record<string, string> {
  const patterns = withheld.map(({ source }) => new RegExp(source, caseSensitive ? "" : "i"));
  const kept = Object.entries(environment).filter(([name]) => !patterns.some((pattern) => pattern.test(name)));
  return Object.fromEntries(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/**
 * Environment of `configure`: the only process that gets the token. The agent reads these names, masks their values and takes
 * them out of its own environment (azure-pipelines-agent CommandSettings.cs).
 */
export function configureEnvironment(
  environment: Environment,
  caseSensitive: boolean,
  settings: Pick<Settings, "proxyUrl">,
  token: string,
): Record<string, string> {
  const { username, password } = new URL(settings.proxyUrl ?? "http://none");
  return {
    ...listenerEnvironment(environment, caseSensitive),
    VSTS_AGENT_INPUT_TOKEN: token,
    ...(username !== "" && { VSTS_AGENT_INPUT_PROXYUSERNAME: decodeURIComponent(username) }),
    ...(password !== "" && { VSTS_AGENT_INPUT_PROXYPASSWORD: decodeURIComponent(password) }),
  };
}
