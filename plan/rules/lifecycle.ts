import type { Rule } from "./rule";

export const lifecycleRules: readonly Rule[] = [
  {
    code: "protect-ephemeral",
    severity: "refusal",
    check: ({ settings }) =>
      settings.protect && settings.ephemeral
        ? [
            {
              path: "protect",
              related: ["ephemeral"],
              message: "A stack cannot be both protected from deletion and thrown away as a whole.",
              remedy: "Set one of protect and ephemeral to false.",
            },
          ]
        : [],
  },
  {
    code: "tier-free-protected",
    severity: "warning",
    check: ({ settings }) =>
      settings.protect && settings.cluster.tier === "Free"
        ? [
            {
              path: "cluster.tier",
              related: ["protect"],
              message:
                "The tier Free has no uptime guarantee and is meant for fewer than 10 nodes (azure-aks-docs free-standard-pricing-tiers.md).",
              remedy: "Use Standard for a stack that is worth protecting.",
            },
          ]
        : [],
  },
];
