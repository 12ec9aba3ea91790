import assert from "node:assert/strict";
import { gmsaCredentialSpec } from "../../components/gmsaCredentialSpec";
import { gmsaRemedy } from "../../components/gmsaProfile";
import { gmsaDomain } from "../support/gmsaDomain";

describe("gmsaCredentialSpec", () => {
  it("is the one that AKS documents for an account of a domain", () => {
    // azure-aks-docs use-group-managed-service-accounts.md, with its placeholders filled in.
    const spec = gmsaCredentialSpec(
      {
        credentialSpecName: "agents-win22",
        account: "agents",
        domain: { ...gmsaDomain, dnsTreeName: "contoso.example" },
        secretUri: "https://contoso.vault.azure.net/secrets/reader",
      },
      "kubelet-object-id",
    );
    assert.deepEqual(spec, {
      ActiveDirectoryConfig: {
        GroupManagedServiceAccounts: [
          { Name: "agents", Scope: "CORP" },
          { Name: "agents", Scope: "corp.contoso.example" },
        ],
        HostAccountConfig: {
          PluginGUID: "{CCC2A336-D7F3-4818-A213-272B7924213E}",
          PortableCcgVersion: "1",
          PluginInput: "ObjectId=kubelet-object-id;SecretUri=https://contoso.vault.azure.net/secrets/reader",
        },
      },
      CmsPlugins: ["ActiveDirectory"],
      DomainJoinConfig: {
        DnsName: "corp.contoso.example",
        DnsTreeName: "contoso.example",
        Guid: "244818ae-87ac-4fcd-92ec-e79e5252348a",
        MachineAccountName: "agents",
        NetBiosName: "CORP",
        Sid: "S-1-5-21-2126449477-2524075714-3094792973",
      },
    });
  });
});

describe("gmsaRemedy", () => {
  const cluster = { resourceGroupName: "fleet", name: "fleet" };
  const dns = { dnsServer: "10.1.0.4", rootDomainName: "contoso.example" };
  const none = { dnsServer: "", rootDomainName: "" };

  it("is not needed where the cluster is as planned, whether AKS leaves empty values out or not", () => {
    assert.equal(gmsaRemedy(dns, { enabled: true, ...dns }, cluster), undefined);
    assert.equal(gmsaRemedy(none, { enabled: true }, cluster), undefined);
    assert.equal(gmsaRemedy(none, { enabled: true, ...none }, cluster), undefined);
  });

  it("is the command that turns it on in place, where the provider would replace the cluster", () => {
    const command = "az aks update --resource-group fleet --name fleet --enable-windows-gmsa";
    assert.ok(gmsaRemedy(none, undefined, cluster)?.endsWith(command));
    assert.ok(gmsaRemedy(none, { enabled: false }, cluster)?.endsWith(command));
    assert.ok(
      gmsaRemedy(dns, undefined, cluster)?.endsWith(
        `${command} --gmsa-dns-server 10.1.0.4 --gmsa-root-domain-name contoso.example`,
      ),
    );
  });

  it("is needed where the DNS settings differ", () => {
    assert.match(gmsaRemedy(dns, { enabled: true }, cluster) ?? "", /other DNS settings/);
  });
});
