import type { GmsaPlan } from "../plan/fleetPlan";

/** The plug-in on AKS nodes that reads the domain user from a key vault (azure-aks-docs use-group-managed-service-accounts.md). */
const keyVaultPlugin = "{CCC2A336-D7F3-4818-A213-272B7924213E}";

/**
 * Content of a `GMSACredentialSpec`. The account stands in it twice, by both names of its domain (the same page).
 * @param kubeletObjectId object id of the nodes' identity
 */
export function gmsaCredentialSpec({ account, domain, secretUri }: GmsaPlan, kubeletObjectId: string) {
  return {
    ActiveDirectoryConfig: {
      GroupManagedServiceAccounts: [
        { Name: account, Scope: domain.netBiosName },
        { Name: account, Scope: domain.dnsName },
      ],
      HostAccountConfig: {
        PluginGUID: keyVaultPlugin,
        PortableCcgVersion: "1",
        PluginInput: `ObjectId=${kubeletObjectId};SecretUri=${secretUri}`,
      },
    },
    CmsPlugins: ["ActiveDirectory"],
    DomainJoinConfig: {
      DnsName: domain.dnsName,
      DnsTreeName: domain.dnsTreeName,
      Guid: domain.guid,
      MachineAccountName: account,
      NetBiosName: domain.netBiosName,
      Sid: domain.sid,
    },
  };
}
