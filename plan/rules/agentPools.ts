import { namesOf } from "../names";
import { everyClass, type Rule, type RuleInput } from "./rule";

const existingPath = "azureDevOps.agentPool.existing";
const prefixPath = "azureDevOps.agentPoolPrefix";

export const agentPoolRules: readonly Rule[] = [
  {
    // F31: a blank at the end belongs to the name, and nobody sees it.
    code: "agent-pool-name",
    severity: "refusal",
    check: ({ settings: { azureDevOps } }) => {
      const { existing } = azureDevOps.agentPool;
      const names: readonly (readonly [string, string | undefined])[] = [
        [prefixPath, azureDevOps.agentPoolPrefix],
        ...(typeof existing === "object"
          ? Object.entries(existing).map(([key, name]) => [`${existingPath}.${key}`, name] as const)
          : [[existingPath, existing] as const]),
      ];
      return names.flatMap(([path, name]) => {
        if (name === undefined || (name !== "" && name === name.trim() && !/\p{Cc}/u.test(name))) return [];
        return [
          {
            path,
            message:
              name.trim() === ""
                ? "The name is empty."
                : `${JSON.stringify(name)} has white space at an end, or a control character.`,
            remedy: "Write the name exactly as the pool's page shows it.",
          },
        ];
      });
    },
  },
  {
    // F117: a job without demands would go to whichever class asks first, on whatever operating system.
    code: "agent-pool-shared",
    severity: "refusal",
    check: (input) => {
      const { existing } = input.settings.azureDevOps.agentPool;
      const message = (names: readonly string[], pool: string) =>
        `${names.join(" and ")} would share the agent pool "${pool}", so a job could land on either operating system.`;
      if (typeof existing === "string") {
        const names = input.settings.agents.map(({ name }) => name);
        if (names.length < 2) return [];
        const remedy = `Name a pool for each class: existing: { ${names.map((name) => `${name}: …`).join(", ")} }.`;
        return [{ path: existingPath, related: ["agents"], message: message(names, existing), remedy }];
      }
      return everyClass(input, ({ name }) => {
        const pool = poolOf(input, name);
        const other = input.settings.agents.find((candidate) => poolOf(input, candidate.name) === pool);
        if (other === undefined || other.name === name) return [];
        return [
          {
            path: existing?.[name] === undefined ? `${existingPath}.${other.name}` : `${existingPath}.${name}`,
            message: message([other.name, name], pool),
            remedy: "Give each agent class a pool of its own.",
          },
        ];
      });
    },
  },
  {
    code: "agent-pool-existing-class",
    severity: "refusal",
    check: ({ settings }) => {
      const { existing } = settings.azureDevOps.agentPool;
      if (typeof existing !== "object") return [];
      const names = settings.agents.map(({ name }) => name);
      return Object.keys(existing)
        .filter((key) => !names.includes(key))
        .map((key) => ({
          path: `${existingPath}.${key}`,
          related: ["agents"],
          message: `There is no agent class "${key}".`,
          remedy: `Use the name of a class: ${names.join(", ")}.`,
        }));
    },
  },
  {
    // F61: agent pools belong to the organisation, so stacks meet there.
    code: "agent-pool-prefix-collision",
    severity: "warning",
    check: ({ settings, context }) => {
      const { agentPoolPrefix } = settings.azureDevOps;
      if (!settings.ephemeral || agentPoolPrefix === undefined || agentPoolPrefix.includes(context.stack)) return [];
      return [
        {
          path: prefixPath,
          related: ["ephemeral"],
          message: `Two ephemeral stacks with the prefix "${agentPoolPrefix}" want agent pools of the same name; the second one fails.`,
          remedy: `Leave it out (then it is ${context.project}-${context.stack}), or put the stack's name into it.`,
        },
      ];
    },
  },
];

function poolOf({ settings, context }: RuleInput, className: string): string {
  const { existing } = settings.azureDevOps.agentPool;
  const own = typeof existing === "object" ? existing[className] : undefined;
  return own ?? `${namesOf(settings, context).agentPoolPrefix}-${className}`;
}
