import { join } from "node:path";

/** Where a control plane keeps what. */
export interface PlanePaths {
  readonly etcdData: string;
  readonly certificates: string;
  /** kube-apiserver's own certificate with the authority that signed it: trusting this file is trusting the server. */
  readonly certificateAuthority: string;
  readonly certificateKey: string;
  readonly tokenFile: string;
  readonly tokenReviewKubeconfig: string;
  readonly serviceAccountKey: string;
  readonly controllerManagerKubeconfig: string;
  readonly schedulerKubeconfig: string;
  readonly logs: string;
  readonly processes: string;
}

export function planePaths(directory: string): PlanePaths {
  return {
    etcdData: join(directory, "etcd"),
    certificates: join(directory, "certificates"),
    certificateAuthority: join(directory, "certificates", "apiserver.crt"),
    certificateKey: join(directory, "certificates", "apiserver.key"),
    tokenFile: join(directory, "tokens.csv"),
    tokenReviewKubeconfig: join(directory, "token-review.kubeconfig"),
    serviceAccountKey: join(directory, "service-account.key"),
    controllerManagerKubeconfig: join(directory, "kube-controller-manager.kubeconfig"),
    schedulerKubeconfig: join(directory, "kube-scheduler.kubeconfig"),
    logs: join(directory, "logs"),
    processes: join(directory, "processes.json"),
  };
}
