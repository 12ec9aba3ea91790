import { jsonObject, parseJson, type JsonObject } from "../http/jsonObject";
import type { EnvironmentReader } from "./environmentReader";

/** Names that begin so are the supervisor's own. */
const reserved = "AksAgents.";

/** Marks the agents of a fleet, so that `prune` knows its own. */
export const fleetCapability = `${reserved}Fleet`;

/** An agent that stands for a class while none runs: never pruned. */
export const placeholderCapability = `${reserved}Placeholder`;

/** `AZP_CAPABILITIES` and the marker from `AZP_FLEET`, as they can be written to a file of `name=value` lines. */
export function readCapabilities(reader: EnvironmentReader): Record<string, string> {
  const given = givenObject(reader);
  const capabilities: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    const problem = nameProblem(name, Object.keys(capabilities)) ?? valueProblem(name, value);
    if (problem !== undefined) {
      reader.problem("AZP_CAPABILITIES", problem);
    }
    capabilities[name] = String(value);
  }
  const fleet = reader.text("AZP_FLEET");
  if (fleet === undefined) {
    return capabilities;
  }
  if (hasControlCharacter(fleet)) {
    reader.problem("AZP_FLEET", "holds a line break or another control character.");
  }
  return { ...capabilities, [fleetCapability]: fleet };
}

function givenObject(reader: EnvironmentReader): JsonObject {
  const text = reader.text("AZP_CAPABILITIES") ?? "{}";
  const value = parseJson(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    reader.problem("AZP_CAPABILITIES", 'is no JSON object. Right would be {"sql": "2022"}.');
  }
  return jsonObject(value);
}

/** The agent takes what is before the first `=` of a line as the name (azure-pipelines-agent UserCapabilitiesProvider.cs). */
function nameProblem(name: string, earlier: readonly string[]): string | undefined {
  const quoted = JSON.stringify(name);
  const lower = name.toLowerCase();
  if (name === "" || name.trim() !== name || name.includes("=") || hasControlCharacter(name)) {
    return `${quoted} is no name of a capability: it is empty, has a blank at an end, or holds "=" or a control character.`;
  }
  if (lower.startsWith(reserved.toLowerCase())) {
    return `${quoted} is a name of the supervisor's own, as are all that begin with ${reserved}`;
  }
  return earlier.some((other) => other.toLowerCase() === lower)
    ? `${quoted} is there twice: upper and lower case are the same.`
    : undefined;
}

function valueProblem(name: string, value: unknown): string | undefined {
  if (typeof value !== "string") {
    return `the value of ${JSON.stringify(name)} is no text. Put it in quotes.`;
  }
  return hasControlCharacter(value)
    ? `the value of ${JSON.stringify(name)} holds a line break or another control character.`
    : undefined;
}

function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
