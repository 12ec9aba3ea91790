import type { core } from "@pulumi/kubernetes/types/input";
import type { AgentCredentials } from "./agentConnection";
import { federationAudience } from "./federationAudience";

/** The same folders on both systems: a Windows container maps them to its system drive. */
export const federatedTokenFile = "/var/run/secrets/azure/tokens/azure-identity-token";
export const personalAccessTokenFile = "/var/run/secrets/azure-devops/token";

/** The credential as a file: never in the environment, which jobs inherit. */
export function credentialVolume(credentials: AgentCredentials): {
  readonly volume: core.v1.Volume;
  readonly mount: core.v1.VolumeMount;
} {
  const file = credentials.kind === "workloadIdentity" ? federatedTokenFile : personalAccessTokenFile;
  const folder = file.slice(0, file.lastIndexOf("/"));
  const key = file.slice(folder.length + 1);
  return {
    volume:
      credentials.kind === "workloadIdentity"
        ? {
            name: "credential",
            // Written out here, so that no mutating webhook has a part in it. Kubelet renews it before it ends.
            projected: {
              sources: [{ serviceAccountToken: { audience: federationAudience, expirationSeconds: 3600, path: key } }],
            },
          }
        : { name: "credential", secret: { secretName: credentials.secretName, items: [{ key: "token", path: key }] } },
    mount: { name: "credential", mountPath: folder, readOnly: true },
  };
}
