import type { ClusterGmsaPlan } from "../plan/fleetPlan";

/** What AKS says of group managed service accounts on a cluster. */
export interface LiveGmsaProfile {
  readonly enabled?: boolean;
  readonly dnsServer?: string;
  readonly rootDomainName?: string;
}

/** What has to be done by hand before a living cluster is as planned; undefined when it is. */
export function gmsaRemedy(
  wanted: ClusterGmsaPlan,
  live: LiveGmsaProfile | undefined,
  cluster: { readonly resourceGroupName: string; readonly name: string },
): string | undefined {
  const { dnsServer = "", rootDomainName = "" } = live ?? {};
  const sameDns = dnsServer === wanted.dnsServer && rootDomainName === wanted.rootDomainName;
  if (live?.enabled === true && sameDns) return undefined;
  const dns =
    wanted.dnsServer === ""
      ? ""
      : ` --gmsa-dns-server ${wanted.dnsServer} --gmsa-root-domain-name ${wanted.rootDomainName}`;
  const what =
    live?.enabled === true
      ? "has other DNS settings for group managed service accounts"
      : "was made without group managed service accounts";
  return `The cluster ${cluster.name} ${what}. The provider would replace it for that, so it is done by a command, once: az aks update --resource-group ${cluster.resourceGroupName} --name ${cluster.name} --enable-windows-gmsa${dns}`;
}
