import type { AgentRecord } from "../agentService";
import { jsonObject, textOf } from "../http/jsonObject";

/** An agent as the service shows it (learn.microsoft.com, REST API, Agents - Get); undefined when it is none. */
export function agentRecord(value: unknown): AgentRecord | undefined {
  const agent = jsonObject(value);
  const name = textOf(agent["name"]);
  if (typeof agent["id"] !== "number" || name === undefined) {
    return undefined;
  }
  const assigned = jsonObject(agent["assignedRequest"]);
  return {
    id: agent["id"],
    name,
    enabled: agent["enabled"] === true,
    online: agent["status"] === "online",
    ...(typeof assigned["requestId"] === "number" && {
      assignedRequest: { requestId: assigned["requestId"], jobName: textOf(assigned["jobName"]) ?? "" },
    }),
    capabilities: { ...texts(agent["systemCapabilities"]), ...texts(agent["userCapabilities"]) },
    statusChangedAt: Date.parse(textOf(agent["statusChangedOn"]) ?? textOf(agent["createdOn"]) ?? ""),
  };
}

function texts(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(jsonObject(value)).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
