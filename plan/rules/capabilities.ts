import { everyClass, type Complaint, type Rule } from "./rule";

/** The agent publishes no environment value longer than that (azure-pipelines-agent EnvironmentCapabilitiesProvider). */
const longestValue = 1023;

export const capabilityRules: readonly Rule[] = [
  {
    // They are written as lines name=value (azure-pipelines-agent UserCapabilitiesProvider).
    code: "capability-form",
    severity: "refusal",
    check: (input) =>
      everyClass(input, ({ capabilities }, path) =>
        Object.entries(capabilities).map(([name, value]): Complaint | undefined => {
          const badName = name.trim() === "" || name !== name.trim() || /[=\p{Cc}]/u.test(name);
          const badValue = /\p{Cc}/u.test(value) || value.length > longestValue;
          if (!badName && !badValue) return undefined;
          return {
            path: `${path}.capabilities.${name}`,
            message: badName
              ? `${JSON.stringify(name)} is no capability name.`
              : `The value of capability "${name}" has a line break or more than ${longestValue} characters.`,
            remedy: "Use one line for name and value, no equals sign in the name, no blanks at its ends.",
          };
        }),
      ),
  },
  {
    // F06, F07: each agent is called like its pod; a fixed name would make agents push each other out.
    code: "capability-reserved",
    severity: "refusal",
    check: (input) =>
      everyClass(input, ({ capabilities }, path) =>
        Object.keys(capabilities)
          .filter((name) => /^agent\.|^azp_|^vsts_agent_|^aksagents\./i.test(name))
          .map((name) => ({
            path: `${path}.capabilities.${name}`,
            message: `"${name}" belongs to the agent itself: each agent is called after its pod, and two of one name would push each other out of the pool.`,
            remedy: "Use a name of your own.",
          })),
      ),
  },
  {
    code: "capability-secret",
    severity: "warning",
    check: (input) =>
      everyClass(input, ({ capabilities }, path) =>
        Object.keys(capabilities)
          .filter((name) => /token|secret|password|passwd|apikey|api_key|credential/i.test(name))
          .map((name) => ({
            path: `${path}.capabilities.${name}`,
            message: `"${name}" sounds like a secret, and everybody who may see the pool sees its agents' capabilities.`,
            remedy: "Keep secrets in variable groups or a key vault.",
          })),
      ),
  },
];
