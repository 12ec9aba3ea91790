import { stringify } from "yaml";
import type { ClusterEndpoint } from "./clusterRuntime";

/** How a kubeconfig's user proves who they are. */
export type KubeconfigUser =
  { readonly name: string; readonly token: string } | { readonly name: string; readonly entraTenantId: string };

/** Entra application of AKS's API servers, the same for every cluster (AKS documentation, kubelogin-authentication). */
export const AKS_SERVER_APPLICATION = "6dae42f8-4368-4678-94ff-3960e28e3630";
/** Entra application that kubelogin signs users in with on AKS (AKS documentation, kubelogin-authentication). */
const AKS_CLIENT_APPLICATION = "80faf920-1908-4b52-b5ef-a8e7bedfc67a";

/** A kubeconfig with one cluster, one user and one context, as text. */
export function kubeconfigText(contextName: string, endpoint: ClusterEndpoint, user: KubeconfigUser): string {
  return stringify(
    {
      apiVersion: "v1",
      kind: "Config",
      clusters: [
        {
          name: contextName,
          cluster: {
            "certificate-authority-data": Buffer.from(endpoint.certificateAuthority).toString("base64"),
            server: endpoint.url,
          },
        },
      ],
      contexts: [{ name: contextName, context: { cluster: contextName, user: user.name } }],
      "current-context": contextName,
      preferences: {},
      users: [{ name: user.name, user: "token" in user ? { token: user.token } : entraUser(user.entraTenantId) }],
    },
    // One long base64 line stays one line.
    { lineWidth: 0 },
  );
}

/** The exec section that `listClusterUserCredential` answers with for a cluster with Entra integration. */
function entraUser(tenantId: string): object {
  const flags = {
    "--environment": "AzurePublicCloud",
    "--server-id": AKS_SERVER_APPLICATION,
    "--client-id": AKS_CLIENT_APPLICATION,
    "--tenant-id": tenantId,
    "--login": "devicecode",
  };
  return {
    exec: {
      apiVersion: "client.authentication.k8s.io/v1beta1",
      command: "kubelogin",
      args: ["get-token", ...Object.entries(flags).flat()],
      env: null,
      installHint: "Install kubelogin: https://azure.github.io/kubelogin/install.html",
      provideClusterInfo: false,
    },
  };
}
