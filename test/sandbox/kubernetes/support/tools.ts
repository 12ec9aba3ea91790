import { join } from "node:path";
import type { ControlPlaneTools } from "../../../../sandbox/kubernetes/createClusterRuntime";

/** The control plane's executables, in the folder that AKS_AGENTS_TOOLS names. */
export function controlPlaneTools(): ControlPlaneTools {
  const folder = process.env["AKS_AGENTS_TOOLS"];
  if (folder === undefined) {
    throw new Error(
      "AKS_AGENTS_TOOLS has to name the folder with etcd, kube-apiserver, kube-controller-manager and kube-scheduler.",
    );
  }
  return {
    etcd: join(folder, "etcd"),
    kubeApiserver: join(folder, "kube-apiserver"),
    kubeControllerManager: join(folder, "kube-controller-manager"),
    kubeScheduler: join(folder, "kube-scheduler"),
  };
}
