import type { containerservice } from "@pulumi/azure-native/types/output";

type Credentials = containerservice.CredentialResultResponse;

/** Text of the first kubeconfig of a credentials answer. */
export function kubeconfigText(kubeconfigs: readonly Credentials[]): string {
  const first = kubeconfigs[0];
  if (first === undefined) {
    throw new Error("AKS answered without a kubeconfig.");
  }
  return Buffer.from(first.value, "base64").toString("utf8");
}

/**
 * Makes kubelogin use the sign-in of the az CLI. AKS writes a kubeconfig that asks for a code in a browser, which neither a
 * pipeline nor a second preview can answer (Azure/kubelogin, login modes).
 */
export function withCliSignIn(kubeconfig: string): string {
  return kubeconfig.replace(/(--login\W+)devicecode\b/, "$1azurecli");
}
