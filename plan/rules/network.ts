import { isOverlay } from "../planCluster";
import { isWindows } from "../windowsVersions";
import type { Settings } from "../settings";
import type { Complaint, Rule, RuleInput } from "./rule";

type Network = Settings["cluster"]["network"];
type NetworkKey = keyof Network;

const base = "cluster.network";
const kubenetRetirement = "2028-03-31";
const azurePolicyEnd = { windows: "2026-09-30", linux: "2028-09-30" } as const;
const policySource = "azure-aks-docs use-network-policies.md 2026-08-18";

/** Values that exclude each other whatever the operating systems are. */
const combinations: readonly {
  readonly applies: (network: Network) => boolean;
  readonly key: NetworkKey;
  readonly with: NetworkKey;
  readonly message: string;
  readonly remedy: string;
}[] = [
  {
    applies: (network) => network.plugin === "kubenet" && isOverlay(network),
    key: "pluginMode",
    with: "plugin",
    message: "The overlay mode belongs to the plugin azure, not to kubenet.",
    remedy: "Use plugin azure, or remove pluginMode.",
  },
  {
    applies: (network) => network.plugin === "kubenet" && network.dataplane !== undefined,
    key: "dataplane",
    with: "plugin",
    message: "A data plane can be chosen with the plugin azure only.",
    remedy: "Use plugin azure, or remove dataplane.",
  },
  {
    applies: (network) => network.plugin === "kubenet" && network.policy === "azure",
    key: "policy",
    with: "plugin",
    message: "AKS refuses the policy azure with kubenet (NetworkPolicyAzureNotSupportedForKubenet).",
    remedy: "Use plugin azure, or the policy calico.",
  },
  {
    applies: (network) => network.policy === "cilium" && network.dataplane !== "cilium",
    key: "policy",
    with: "dataplane",
    message: "The policy cilium needs the data plane cilium.",
    remedy: "Set dataplane to cilium too (Linux only), or remove the policy.",
  },
  {
    applies: (network) => network.dataplane === "cilium" && network.policy !== undefined && network.policy !== "cilium",
    key: "policy",
    with: "dataplane",
    message: "The data plane cilium brings its own policy engine.",
    remedy: "Use the policy cilium, or remove it.",
  },
  {
    applies: (network) => network.plugin === "azure" && !isOverlay(network) && network.podCidr !== undefined,
    key: "podCidr",
    with: "pluginMode",
    message: "Without the overlay mode pods take addresses of the subnet, so there is no range of their own.",
    remedy: "Remove podCidr, or set pluginMode to overlay.",
  },
];

export const networkRules: readonly Rule[] = [
  {
    code: "network-combination",
    severity: "refusal",
    check: ({ settings }) =>
      combinations
        .filter(({ applies }) => applies(settings.cluster.network))
        .map(({ key, message, remedy, with: other }) => ({
          path: `${base}.${key}`,
          related: [`${base}.${other}`],
          message,
          remedy,
        })),
  },
  {
    // F58: AzureCNIOnlyForWindows
    code: "network-kubenet-windows",
    severity: "refusal",
    check: (input) =>
      whenWindows(input, input.settings.cluster.network.plugin === "kubenet", (classes) => ({
        path: `${base}.plugin`,
        message: `Windows node pools exist with the plugin azure only, and ${classes} would need one.`,
        remedy: "Use plugin azure; the overlay mode spares addresses as kubenet does.",
      })),
  },
  {
    // F55: neither the plugin nor the Windows profile can be changed later.
    code: "network-kubenet-retiring",
    severity: "warning",
    check: (input) =>
      input.settings.cluster.network.plugin === "kubenet" && windowsClasses(input).length === 0
        ? [
            {
              path: `${base}.plugin`,
              message: `kubenet is retired on ${kubenetRetirement}, and no Windows class can ever join this cluster (azure-aks-docs azure-cni-overlay.md 2026-07-31).`,
              remedy: "Use plugin azure from the first day: a change replaces the cluster.",
            },
          ]
        : [],
  },
  {
    code: "network-cilium-windows",
    severity: "refusal",
    check: (input) => {
      const { dataplane, policy } = input.settings.cluster.network;
      const key = dataplane === "cilium" ? "dataplane" : "policy";
      return whenWindows(input, dataplane === "cilium" || policy === "cilium", (classes) => ({
        path: `${base}.${key}`,
        message: `Cilium runs on Linux nodes only, and ${classes} runs on Windows.`,
        remedy: `Remove ${key}, or put the Windows classes into another stack.`,
      }));
    },
  },
  {
    code: "network-policy-azure-windows",
    severity: "refusal",
    dated: true,
    check: (input) =>
      whenWindows(input, input.settings.cluster.network.policy === "azure", (classes) => ({
        path: `${base}.policy`,
        message: `Support of the policy azure on Windows nodes ended on ${azurePolicyEnd.windows}, and ${classes} runs on Windows (${policySource}).`,
        remedy: "Remove policy, or use calico, which AKS lists for Windows Server 2022.",
      })),
  },
  {
    code: "network-policy-azure-retiring",
    severity: "warning",
    check: (input) =>
      input.settings.cluster.network.policy === "azure" && windowsClasses(input).length === 0
        ? [
            {
              path: `${base}.policy`,
              message: `The policy azure is retired on Linux on ${azurePolicyEnd.linux} (${policySource}).`,
              remedy: "Use the data plane and the policy cilium for new clusters.",
            },
          ]
        : [],
  },
  {
    code: "network-policy-calico-windows",
    severity: "warning",
    check: ({ settings, generations }) => {
      const unlisted = generations.find(({ os }) => os === "windows2025");
      if (settings.cluster.network.policy !== "calico" || !unlisted) return [];
      return [
        {
          path: `${base}.policy`,
          related: [unlisted.paths.os],
          message: `AKS lists calico for Windows Server 2022, not for 2025 (${policySource}), which ${unlisted.agentClass.name} runs on.`,
          remedy: "Try it in a test stack first, or remove policy.",
        },
      ];
    },
  },
];

function windowsClasses({ generations }: RuleInput) {
  return generations.filter(({ os }) => isWindows(os));
}

function whenWindows(
  input: RuleInput,
  applies: boolean,
  complain: (classes: string) => Complaint,
): readonly Complaint[] {
  const classes = windowsClasses(input);
  if (!applies || classes.length === 0) return [];
  const names = [...new Set(classes.map(({ agentClass, paths }) => `${agentClass.name} (${paths.os})`))].join(", ");
  // Each class would be reason enough, so all would have to be unreadable to make the complaint void.
  return [{ ...complain(names), ...(classes.length === 1 && { related: classes.map(({ paths }) => paths.os) }) }];
}
