import { armTypes, parseArmId } from "./armId";
import type { ClusterGmsaPlan, GmsaPlan, GmsaSecretPlan } from "./fleetPlan";
import { namespaceName } from "./names";
import type { AgentSettings, Settings } from "./settings";

type GmsaSettings = NonNullable<AgentSettings["gmsa"]>;

/** What the whole cluster needs to know, as soon as one class, or the cluster's own group, asks for it. */
export function planClusterGmsa({ cluster, agents }: Settings): ClusterGmsaPlan | undefined {
  const used = agents.some(({ gmsa }) => gmsa !== undefined);
  if (!used && cluster.gmsa === undefined) return undefined;
  return { dnsServer: cluster.gmsa?.dnsServer ?? "", rootDomainName: cluster.gmsa?.rootDomainName ?? "" };
}

/** Secrets that the nodes' identity has to read, each once: Azure refuses a second assignment of one role. */
export function planGmsaSecrets({ agents }: Settings): readonly GmsaSecretPlan[] {
  const secrets = agents.flatMap(({ gmsa }) => (gmsa ? [secretOf(gmsa)] : []));
  return [...new Map(secrets.map((secret) => [secret.scope.toLowerCase(), secret])).values()];
}

export function planGmsa({ name, gmsa }: AgentSettings): GmsaPlan | undefined {
  if (gmsa === undefined) return undefined;
  const { domain, account } = gmsa;
  return {
    credentialSpecName: credentialSpecName({ name, gmsa }),
    account,
    domain: { ...domain, dnsTreeName: domain.dnsTreeName ?? domain.dnsName, guid: domain.guid.toLowerCase() },
    secretUri: secretOf(gmsa).uri,
  };
}

export function credentialSpecName({ name, gmsa }: { readonly name: string; readonly gmsa: GmsaSettings }): string {
  return gmsa.credentialSpecName ?? namespaceName(name);
}

function secretOf({ keyVault: { id, secretName } }: GmsaSettings): GmsaSecretPlan {
  const vault = parseArmId(id, armTypes.keyVault)?.name ?? "";
  return {
    name: `${vault}-${secretName}`.toLowerCase(),
    uri: `https://${vault.toLowerCase()}.vault.azure.net/secrets/${secretName}`,
    scope: `${id}/secrets/${secretName}`,
  };
}
