import type { V1ContainerState, V1Pod } from "@kubernetes/client-node";

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

/** Undefined for a pod that just needs its time. */
export function podTrouble({ status }: V1Pod, lastWarning: string): PodTrouble | undefined {
  const scheduled = status?.conditions?.find(({ type }) => type === "PodScheduled");
  if (scheduled?.status === "False") {
    return { ...unschedulable, text: scheduled.message ?? "no node takes the pod" };
  }
  if (status?.phase === "Failed") {
    const text = `${status.reason ?? "Failed"}: ${status.message ?? lastWarning}`;
    return { hopeless: "soon", remedy: "`kubectl describe pod` shows why the node refuses it.", text };
  }
  const state = status?.containerStatuses?.[0]?.state;
  const waiting = waitingReasons[state?.waiting?.reason ?? ""];
  if (waiting !== undefined) {
    return { ...waiting, text: waitingText(state, lastWarning) };
  }
  return lastWarning === "" ? undefined : { ...notReady, text: lastWarning };
}

/** Kubelet's own message of a pull that it holds back says less than the event of the last try. */
function waitingText(state: V1ContainerState | undefined, lastWarning: string): string {
  const { reason = "", message = "" } = state?.waiting ?? {};
  const said = reason === "ImagePullBackOff" && lastWarning !== "" ? lastWarning : message;
  return `${reason}: ${said}`.replace(/: $/, "");
}
