import type { V1ContainerStatus, V1Pod } from "@kubernetes/client-node";

/** Why a pod is not ready yet, and what helps when that goes on. */
export interface PodTrouble {
  /** In the cluster's words. */
  readonly text: string;
  readonly remedy: string;
  /** "now": it cannot end otherwise. "soon": it might pass, for a while. "late": it may take as long as a node takes. */
  readonly hopeless: "now" | "soon" | "late";
}

type Reason = Omit<PodTrouble, "text">;

const pull = "The image must exist, fit the node's Windows build, and the nodes' identity must be allowed to pull it.";

/** Kubelet's reasons for a container that waits. */
const waitingReasons: Readonly<Record<string, Reason>> = {
  InvalidImageName: { hopeless: "now", remedy: "Correct the reference in --image." },
  ErrImageNeverPull: { hopeless: "now", remedy: pull },
  ErrImagePull: { hopeless: "soon", remedy: pull },
  ImagePullBackOff: { hopeless: "soon", remedy: pull },
  CreateContainerConfigError: { hopeless: "soon", remedy: "`kubectl describe pod` names what is missing." },
  CreateContainerError: { hopeless: "soon", remedy: "`kubectl describe pod` shows what the container runtime says." },
  RunContainerError: { hopeless: "soon", remedy: "`kubectl describe pod` shows what the container runtime says." },
  CrashLoopBackOff: {
    hopeless: "soon",
    remedy: "The web server ends by itself: run the check with --keep and read `kubectl logs --previous`.",
  },
};

const unschedulable: Reason = {
  hopeless: "late",
  remedy:
    "No node takes the pod: look at the pool's taints, labels, free room and largest size, and at the autoscaler.",
};
const notReady: Reason = {
  hopeless: "late",
  remedy: "The web server does not answer on its port: --port names another one.",
};

/** What else is known of a pod that is not ready. */
export interface PodWords {
  /** What the newest warning about it says. */
  readonly lastWarning: string;
  /** Last line of the instance before. */
  readonly lastWords: string;
}

/** Undefined for a pod that just needs its time. */
export function podTrouble({ status }: V1Pod, words: PodWords): PodTrouble | undefined {
  const { lastWarning } = words;
  const scheduled = status?.conditions?.find(({ type }) => type === "PodScheduled");
  if (scheduled?.status === "False") {
    return { ...unschedulable, text: scheduled.message ?? "no node takes the pod" };
  }
  if (status?.phase === "Failed") {
    const text = `${status.reason ?? "Failed"}: ${status.message ?? lastWarning}`;
    return { hopeless: "soon", remedy: "`kubectl describe pod` shows why the node refuses it.", text };
  }
  const container = status?.containerStatuses?.[0];
  const waiting = waitingReasons[container?.state?.waiting?.reason ?? ""];
  if (container !== undefined && waiting !== undefined) {
    return { ...waiting, text: waitingText(container, words) };
  }
  return lastWarning === "" ? undefined : { ...notReady, text: lastWarning };
}

/** Kubelet's own message says less than the event of the last pull, or than the last words of the web server. */
function waitingText({ state, lastState }: V1ContainerStatus, { lastWarning, lastWords }: PodWords): string {
  const { reason = "", message = "" } = state?.waiting ?? {};
  const said: Readonly<Record<string, string>> = {
    ImagePullBackOff: lastWarning,
    CrashLoopBackOff: [`exit code ${lastState?.terminated?.exitCode ?? "unknown"}`, lastWords]
      .filter(Boolean)
      .join(", "),
  };
  const more = said[reason] ?? "";
  return `${reason}: ${more === "" ? message : more}`.replace(/: $/, "");
}
