import type { EnvironmentReader } from "./environmentReader";

/** Names that begin so are the supervisor's own. */
const reserved = "AksAgents.";

/** Marks the agents of a fleet, so that `prune` knows its own. */
export const fleetCapability = `${reserved}Fleet`;

/** An agent that stands for a class while none runs: never pruned. */
export const placeholderCapability = `${reserved}Placeholder`;

/** `AZP_CAPABILITIES` and the marker from `AZP_FLEET`, as they can be written to a file of `name=value` lines. */
export function readCapabilities(reader: EnvironmentReader): Record<string, string> {
  const fleet = reader.text("AZP_FLEET");
  const capabilities = givenCapabilities(reader);
  for (const [name, value] of Object.entries({ ...capabilities, ...(fleet && { [fleetCapability]: fleet }) })) {
    const problem = lineProblem(name, value);
    if (problem !== undefined) {
      reader.problem(name === fleetCapability ? "AZP_FLEET" : "AZP_CAPABILITIES", problem);
    }
  }
  return { ...capabilities, ...(fleet !== undefined && { [fleetCapability]: fleet }) };
}

function givenCapabilities(reader: EnvironmentReader): Record<string, string> {
  const text = reader.text("AZP_CAPABILITIES");
  if (text === undefined) {
    return {};
  }
  const parsed = parseObject(text);
  if (parsed === undefined) {
    reader.problem("AZP_CAPABILITIES", 'is no JSON object. Right would be {"sql": "2022"}.');
    return {};
  }
  const wrong = Object.entries(parsed).filter(([, value]) => typeof value !== "string");
  wrong.forEach(([name]) => reader.problem("AZP_CAPABILITIES", `the value of "${name}" is no text. Put it in quotes.`));
  const own = Object.keys(parsed).filter((name) => name.toLowerCase().startsWith(reserved.toLowerCase()));
  own.forEach((name) =>
    reader.problem("AZP_CAPABILITIES", `"${name}": names that begin with ${reserved} are set by the supervisor.`),
  );
  return Object.fromEntries(
    Object.entries(parsed).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : undefined;
  } catch {
    return undefined;
  }
}

function lineProblem(name: string, value: string): string | undefined {
  if (name.trim() !== name || name === "") {
    return `"${name}" is no name of a capability: it is empty, or begins or ends with a blank.`;
  }
  if (/[=\p{Cc}]/u.test(name)) {
    return `${JSON.stringify(name)} is no name of a capability: it holds "=" or a control character.`;
  }
  if (/\p{Cc}/u.test(value)) {
    return `the value of "${name}" holds a line break or another control character.`;
  }
  return undefined;
}
