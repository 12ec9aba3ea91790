import type * as pulumi from "@pulumi/pulumi";
import type { core } from "@pulumi/kubernetes/types/input";
import type { AgentDeploymentPlan, ProxyPlan } from "../plan/fleetPlan";
import { credentialVolume, federatedTokenFile, personalAccessTokenFile } from "./agentCredentials";

/** How an agent proves to Azure DevOps who it is. */
export type AgentCredentials =
  | {
      readonly kind: "workloadIdentity";
      readonly clientId: pulumi.Input<string>;
      readonly tenantId: pulumi.Input<string>;
    }
  | {
      readonly kind: "personalAccessToken";
      /** Kubernetes Secret with the key `token`. */
      readonly secretName: pulumi.Input<string>;
    };

/** How a container of a class reaches Azure DevOps: the agents, and the job that prunes them. */
export interface AgentConnection {
  readonly orgServiceUrl: string;
  readonly agentPoolName: pulumi.Input<string>;
  readonly credentials: AgentCredentials;
  /** ConfigMap with further certificate authorities. */
  readonly caBundle?: { readonly configMapName: pulumi.Input<string>; readonly key: pulumi.Input<string> };
}

type Variables = Readonly<Record<string, pulumi.Input<string>>>;

const caFolder = "/var/run/secrets/certificate-authorities";
const caFile = `${caFolder}/ca.crt`;

/** Variables of the supervisor that are the same for all of its commands. None is a secret. */
export function connectionVariables(
  { fleetMarker, osType, proxy }: Pick<AgentDeploymentPlan, "fleetMarker" | "osType" | "proxy">,
  { orgServiceUrl, agentPoolName, credentials, caBundle }: AgentConnection,
): Variables {
  return {
    AZP_URL: orgServiceUrl,
    AZP_POOL: agentPoolName,
    AZP_FLEET: fleetMarker,
    ...credentialVariables(credentials),
    ...(proxy && proxyVariables(proxy, osType)),
    ...(caBundle && caVariables(osType)),
  };
}

/** Volumes of the credential and of the certificate authorities, with their mounts. */
export function connectionVolumes({ credentials, caBundle }: AgentConnection): readonly {
  readonly volume: core.v1.Volume;
  readonly mount: core.v1.VolumeMount;
}[] {
  const credential = credentialVolume(credentials);
  if (caBundle === undefined) return [credential];
  const { configMapName, key } = caBundle;
  return [
    credential,
    {
      volume: {
        name: "certificate-authorities",
        configMap: { name: configMapName, items: [{ key, path: "ca.crt" }] },
      },
      mount: { name: "certificate-authorities", mountPath: caFolder, readOnly: true },
    },
  ];
}

/** The names are those of Azure's own client libraries. */
function credentialVariables(credentials: AgentCredentials): Variables {
  return credentials.kind === "workloadIdentity"
    ? {
        AZURE_CLIENT_ID: credentials.clientId,
        AZURE_TENANT_ID: credentials.tenantId,
        AZURE_FEDERATED_TOKEN_FILE: federatedTokenFile,
        AZURE_AUTHORITY_HOST: "https://login.microsoftonline.com/",
      }
    : { AZP_TOKEN_FILE: personalAccessTokenFile };
}

/**
 * The agent and its handlers read the lower-case names (azure-pipelines-agent VstsAgentWebProxy), Node and most tools either. Windows does
 * not tell the two apart, so there is one of each there. Node obeys them only when it is told to (nodejs.org/api/cli.html).
 */
function proxyVariables({ url, noProxy }: ProxyPlan, osType: AgentDeploymentPlan["osType"]): Variables {
  const lower = { http_proxy: url, https_proxy: url, no_proxy: noProxy.join(",") };
  const upper = Object.entries(lower).map(([name, value]) => [name.toUpperCase(), value] as const);
  return {
    AZP_PROXY_URL: url,
    ...lower,
    ...(osType === "Linux" && Object.fromEntries(upper)),
    NODE_USE_ENV_PROXY: "1",
  };
}

/**
 * Node reads its variable at process start only, so the supervisor cannot set it for itself. On Linux .NET and OpenSSL take the file
 * beside the system's folder of certificates (dotnet/runtime pal_x509_root.c). Windows has no such variable: what asks its machine
 * store there finds what the supervisor adds to it.
 */
function caVariables(osType: AgentDeploymentPlan["osType"]): Variables {
  return {
    AZP_CA_BUNDLE: caFile,
    NODE_EXTRA_CA_CERTS: caFile,
    ...(osType === "Linux" && { SSL_CERT_FILE: caFile }),
  };
}
