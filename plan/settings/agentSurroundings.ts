import { z } from "zod";
import { changes, documented } from "./keys";

export const proxySchema = z.strictObject({
  url: documented(z.string(), {
    description:
      "Address of the proxy, without a path. Proxies that ask for a user and a password are not supported: jobs could read both.",
    change: changes.rollout,
    example: "http://proxy.contoso.example:3128",
  }),
  noProxy: documented(z.array(z.string()).default([]), {
    description:
      "Hosts, domains with a leading dot, and addresses that are reached directly, beside the cluster's own services and Azure's metadata address.",
    change: changes.rollout,
    example: [".contoso.example", "10.1.0.4"],
  }),
});

export const caBundleSchema = z.strictObject({
  pem: documented(z.string().optional(), {
    description: "The certificates themselves, PEM, one after the other. No private key.",
    change: changes.rollout,
    example: "-----BEGIN CERTIFICATE-----\n…\n-----END CERTIFICATE-----\n",
  }),
  configMap: documented(
    z
      .strictObject({
        name: documented(z.string(), {
          description: "Name of the ConfigMap.",
          change: changes.rollout,
          example: "contoso-ca",
        }),
        key: documented(z.string().default("ca.crt"), {
          description: "Key that holds the certificates, PEM.",
          change: changes.rollout,
        }),
      })
      .optional(),
    {
      description:
        "An existing ConfigMap in the class's namespace; agents wait until it is there, and see a change when they start anew.",
      change: changes.rollout,
    },
  ),
});

const credentialSpecChange = "Changes the credential specification; agents that start later use it.";

const domainSchema = z.strictObject({
  dnsName: documented(z.string(), {
    description: "DNS name of the domain (`(Get-ADDomain).DNSRoot`).",
    change: credentialSpecChange,
    example: "corp.contoso.example",
  }),
  dnsTreeName: documented(z.string().optional(), {
    description: "DNS name of the forest's root domain (`(Get-ADDomain).Forest`).",
    change: credentialSpecChange,
    derivedDefault: "`dnsName`",
    example: "contoso.example",
  }),
  netBiosName: documented(z.string(), {
    description: "NetBIOS name of the domain (`(Get-ADDomain).NetBIOSName`).",
    change: credentialSpecChange,
    example: "CORP",
  }),
  guid: documented(z.string(), {
    description: "GUID of the domain object (`(Get-ADDomain).ObjectGUID`).",
    change: credentialSpecChange,
    example: "244818ae-87ac-4fcd-92ec-e79e5252348a",
  }),
  sid: documented(z.string(), {
    description: "SID of the domain, not of the account (`(Get-ADDomain).DomainSID`).",
    change: credentialSpecChange,
    example: "S-1-5-21-2126449477-2524075714-3094792973",
  }),
});

export const gmsaSchema = z.strictObject({
  account: documented(z.string(), {
    description: "Name of the group managed service account, without the dollar sign at its end.",
    change: credentialSpecChange,
    example: "agents",
  }),
  credentialSpecName: documented(z.string().optional(), {
    description: "Name of the `GMSACredentialSpec` object that is made, one for the whole cluster.",
    change: changes.rollout,
    derivedDefault: "`agents-<class>`",
    example: "agents-win22",
  }),
  domain: documented(domainSchema, { description: "The Active Directory domain of the account." }),
  keyVault: documented(
    z.strictObject({
      id: documented(z.string(), {
        description: "Resource id of the key vault. It must use Azure RBAC for its secrets.",
        change: credentialSpecChange,
        example:
          "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/domain/providers/Microsoft.KeyVault/vaults/contoso-domain",
      }),
      secretName: documented(z.string(), {
        description: "Name of the secret, whose value is `<domain's DNS name>\\<user>:<password>`.",
        change: credentialSpecChange,
        example: "gmsa-reader",
      }),
    }),
    {
      description:
        "Where nodes find the domain user that may fetch the account's password. The nodes' identity becomes Key Vault Secrets User of this one secret, and so can whatever reaches the metadata service from a node.",
    },
  ),
});
