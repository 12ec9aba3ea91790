import type { AgentOs, Toleration } from "./fleetPlan";
import { isWindows } from "./windowsVersions";

/** Where the agents of one generation of one class belong. */
export interface PlacementSubject {
  readonly className: string;
  readonly generation: string;
  readonly os: AgentOs;
  readonly spot: boolean;
}

/** Everything that brings pods and nodes together, from one place, so that both sides cannot differ. */
export interface Placement {
  /** Labels that the node pool declares. */
  readonly nodeLabels: Readonly<Record<string, string>>;
  /** Taints that the node pool declares, in AKS's form. */
  readonly nodeTaints: readonly string[];
  /** Selector and tolerations of the pods, those of the RuntimeClass included. */
  readonly nodeSelector: Readonly<Record<string, string>>;
  readonly tolerations: readonly Toleration[];
  /** RuntimeClass of the pods, with what all pools of that Windows version have in common. */
  readonly runtimeClass?: {
    readonly name: string;
    readonly nodeSelector: Readonly<Record<string, string>>;
    readonly tolerations: readonly Toleration[];
  };
}

/** AKS reserves `kubernetes.azure.com/` and `kubernetes.io/` (azure-aks-docs use-labels.md), so the labels have a prefix of their own. */
const labelPrefix = "aks-agents.io";
const osLabel = `${labelPrefix}/os`;
const classLabel = `${labelPrefix}/agent-class`;
const generationLabel = `${labelPrefix}/generation`;

interface Taint {
  readonly key: string;
  readonly value: string;
  readonly effect: "NoSchedule";
}

/**
 * AKS itself taints no Windows node, so Linux pods without a selector would land there. Key and value are those that
 * the Kubernetes documentation uses (kubernetes.io "Guide for Running Windows Containers").
 */
const windowsTaint: Taint = { key: "os", value: "windows", effect: "NoSchedule" };

/** Azure puts it on spot nodes anyway; declared, so that it is no difference later (hashicorp/terraform-provider-azurerm#14024). */
const spotTaint: Taint = { key: "kubernetes.azure.com/scalesetpriority", value: "spot", effect: "NoSchedule" };

/**
 * Places one generation of a class. The pods repeat what the RuntimeClass says, because the autoscaler does not grow an empty
 * pool for what stands in the RuntimeClass alone (Azure/AKS#3311), and select no `node.kubernetes.io/windows-build`, which an
 * empty pool does not promise.
 */
export function placementOf({ className, generation, os, spot }: PlacementSubject): Placement {
  const shared = isWindows(os) ? [windowsTaint] : [];
  const own: Taint[] = [{ key: classLabel, value: className, effect: "NoSchedule" }, ...(spot ? [spotTaint] : [])];
  const versionLabels = { [osLabel]: os };
  const nodeLabels = { ...versionLabels, [classLabel]: className, [generationLabel]: generation };
  const osSelector = { "kubernetes.io/os": isWindows(os) ? "windows" : "linux" };
  return {
    nodeLabels,
    nodeTaints: [...shared, ...own].map(({ key, value, effect }) => `${key}=${value}:${effect}`),
    nodeSelector: { ...osSelector, ...nodeLabels },
    tolerations: [...shared, ...own].map(tolerationOf),
    ...(isWindows(os) && {
      runtimeClass: {
        name: os.replace("windows", "windows-"),
        nodeSelector: { ...osSelector, ...versionLabels },
        tolerations: shared.map(tolerationOf),
      },
    }),
  };
}

/**
 * Places a pod that is no agent on any node of a version, whatever class and generation the node belongs to: the tolerations
 * leave the values of those taints open.
 */
export function guestPlacementOf(os: AgentOs): Pick<Placement, "nodeSelector" | "tolerations" | "runtimeClass"> {
  const { nodeSelector, tolerations, runtimeClass } = placementOf({ className: "", generation: "", os, spot: true });
  const ofVersion = Object.entries(nodeSelector).filter(([key]) => key !== classLabel && key !== generationLabel);
  const isShared = ({ key }: Toleration) => runtimeClass?.tolerations.some((shared) => shared.key === key) === true;
  return {
    nodeSelector: Object.fromEntries(ofVersion),
    tolerations: tolerations.map((toleration) =>
      isShared(toleration) ? toleration : { key: toleration.key, operator: "Exists", effect: toleration.effect },
    ),
    ...(runtimeClass && { runtimeClass }),
  };
}

function tolerationOf({ key, value, effect }: Taint): Toleration {
  return { key, operator: "Equal", value, effect };
}
