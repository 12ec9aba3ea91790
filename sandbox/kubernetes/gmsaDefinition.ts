import {
  ApiException,
  ApiextensionsV1Api,
  CustomObjectsApi,
  type V1CustomResourceDefinition,
  type V1JSONSchemaProps,
} from "@kubernetes/client-node";
import type { ApiClient } from "./apiClient";
import { waitFor } from "./waitFor";

const text: V1JSONSchemaProps = { type: "string" };
const group = (properties: Record<string, V1JSONSchemaProps>): V1JSONSchemaProps => ({ type: "object", properties });
const list = (items: V1JSONSchemaProps): V1JSONSchemaProps => ({ type: "array", items });

/**
 * The kind `GMSACredentialSpec`, as far as AKS serves it since its release v20230903. Its content stands beside `metadata`, in the
 * words of Windows' own credential specifications.
 * Sources: kubernetes-sigs/windows-gmsa admission-webhook/deploy/gmsa-crd.yml; azure-aks-docs use-group-managed-service-accounts.md.
 */
const definition: V1CustomResourceDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: {
    name: "gmsacredentialspecs.windows.k8s.io",
    // Groups below k8s.io are refused without it.
    annotations: {
      "api-approved.kubernetes.io":
        "https://github.com/kubernetes/enhancements/tree/master/keps/sig-windows/689-windows-gmsa",
    },
  },
  spec: {
    group: "windows.k8s.io",
    scope: "Cluster",
    names: { kind: "GMSACredentialSpec", plural: "gmsacredentialspecs" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: group({
            credspec: group({
              ActiveDirectoryConfig: group({
                GroupManagedServiceAccounts: list(group({ Name: text, Scope: text })),
                HostAccountConfig: group({ PluginGUID: text, PluginInput: text, PortableCcgVersion: text }),
              }),
              CmsPlugins: list(text),
              DomainJoinConfig: group({
                DnsName: text,
                DnsTreeName: text,
                Guid: text,
                MachineAccountName: text,
                NetBiosName: text,
                Sid: text,
              }),
            }),
          }),
        },
      },
    ],
  },
};

/**
 * Brings the kind into a cluster, as AKS does when group managed service accounts are turned on. Resolves when objects of it can be
 * written. The webhooks that AKS brings with it, which refuse pods without the right to use one, are not simulated.
 */
export async function installGmsaDefinition(
  { config }: Pick<ApiClient, "config">,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await config.makeApiClient(ApiextensionsV1Api).createCustomResourceDefinition({ body: definition });
  } catch (error) {
    // There since an earlier start.
    if (!hasCode(error, 409)) throw error;
  }
  const objects = config.makeApiClient(CustomObjectsApi);
  const kind = { group: definition.spec.group, version: "v1", plural: definition.spec.names.plural };
  await waitFor(() => isServed(objects.listClusterCustomObject(kind)), {
    what: `${kind.plural} can be written`,
    timeoutMilliseconds: 30_000,
    signal,
  });
}

/** A new kind is not found at first, and then its storage is not ready (429). */
async function isServed(list: Promise<unknown>): Promise<boolean> {
  try {
    await list;
    return true;
  } catch (error) {
    if (hasCode(error, 404) || hasCode(error, 429)) return false;
    throw error;
  }
}

function hasCode(error: unknown, code: number): boolean {
  return error instanceof ApiException && error.code === code;
}
