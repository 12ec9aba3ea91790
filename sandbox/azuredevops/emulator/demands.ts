import { compare, coerce } from "semver";
import type { Agent } from "./state";

/** Whether an agent's capabilities meet all demands of a job: `name`, `name -equals value`, `name -gtVersion version`. */
export function meetsDemands(agent: Agent, demands: readonly string[]): boolean {
  const capabilities = new Map(
    Object.entries({
      "Agent.Name": agent.name,
      "Agent.Version": agent.version,
      ...agent.systemCapabilities,
      ...agent.userCapabilities,
    }).map(([name, value]): [string, string] => [name.toLowerCase(), value]),
  );
  return demands.every((demand) => meetsDemand(capabilities, demand));
}

function meetsDemand(capabilities: ReadonlyMap<string, string>, demand: string): boolean {
  const { name, operator, value } = parseDemand(demand);
  const capability = capabilities.get(name.toLowerCase());
  if (capability === undefined || operator === undefined) {
    return capability !== undefined;
  }
  return operator === "-equals"
    ? capability.toLowerCase() === value.toLowerCase()
    : compare(coerce(capability) ?? "0.0.0", coerce(value) ?? "0.0.0") >= 0;
}

/** Despite its name `-gtVersion` asks for a minimum version, and is met by the same one (azure-devops-docs demands.md). */
function parseDemand(demand: string) {
  const [, name = demand, operator, value = ""] =
    /^(.+?)(?:\s+(-equals|-gtVersion)\s+(.+))?$/.exec(demand.trim()) ?? [];
  return { name, operator, value };
}
