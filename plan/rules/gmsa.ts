import ipaddr from "ipaddr.js";
import { armTypes, parseArmId } from "../armId";
import { credentialSpecName } from "../gmsa";
import type { AgentSettings } from "../settings";
import { everyClass, type Complaint, type Rule } from "./rule";

type GmsaSettings = NonNullable<AgentSettings["gmsa"]>;

const domainName = /^(?=.{1,255}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const objectName = /^(?=.{1,253}$)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

/** One value of a class's group each: code, place, whether it is right, what is wrong, what would be right. */
const forms: readonly (readonly [
  code: string,
  key: string,
  fits: (gmsa: GmsaSettings) => boolean,
  message: (gmsa: GmsaSettings) => string,
  remedy: string,
])[] = [
  [
    // A computer account's name has 15 characters and a dollar sign (learn.microsoft.com naming-conventions-for-computer-domain-site-ou).
    "gmsa-account",
    "account",
    ({ account }) => /^[^\s"/\\[\]:;|=,+*?<>@$]{1,15}$/.test(account),
    ({ account }) => `"${account}" is no name of a group managed service account.`,
    "Write its sAMAccountName without the dollar sign and without the domain: at most 15 characters.",
  ],
  [
    "gmsa-domain-name",
    "domain.dnsName",
    ({ domain }) => domainName.test(domain.dnsName),
    ({ domain }) => `"${domain.dnsName}" is no DNS name of a domain.`,
    "Write it in full, such as corp.contoso.example.",
  ],
  [
    "gmsa-domain-tree",
    "domain.dnsTreeName",
    ({ domain: { dnsTreeName } }) => dnsTreeName === undefined || domainName.test(dnsTreeName),
    ({ domain }) => `"${domain.dnsTreeName}" is no DNS name of a forest's root domain.`,
    "Write what (Get-ADDomain).Forest prints.",
  ],
  [
    "gmsa-netbios-name",
    "domain.netBiosName",
    ({ domain }) => /^[^\s."/\\[\]:;|=,+*?<>@]{1,15}$/.test(domain.netBiosName),
    ({ domain }) => `"${domain.netBiosName}" is no NetBIOS name.`,
    "Write what (Get-ADDomain).NetBIOSName prints: at most 15 characters, no dot.",
  ],
  [
    "gmsa-domain-guid",
    "domain.guid",
    ({ domain }) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(domain.guid),
    ({ domain }) => `"${domain.guid}" is no GUID.`,
    "Write what (Get-ADDomain).ObjectGUID prints, without braces.",
  ],
  [
    // Three numbers after 21 are a domain; a fourth one makes it an account (MicrosoftDocs CredentialSpec.psm1 takes DomainSID).
    "gmsa-domain-sid",
    "domain.sid",
    ({ domain }) => /^S-1-5-21(?:-\d{1,10}){3}$/.test(domain.sid),
    ({ domain }) =>
      /^S-1-5-21(?:-\d{1,10}){4}$/.test(domain.sid)
        ? `"${domain.sid}" is the SID of an account.`
        : `"${domain.sid}" is no SID of a domain.`,
    "Write what (Get-ADDomain).DomainSID prints: S-1-5-21 and three numbers.",
  ],
  [
    "gmsa-key-vault",
    "keyVault.id",
    ({ keyVault }) => parseArmId(keyVault.id, armTypes.keyVault) !== undefined,
    ({ keyVault }) => `"${keyVault.id}" is no key vault's resource id.`,
    `Write /subscriptions/<id>/resourceGroups/<group>/providers/${armTypes.keyVault}/<name>; \`az keyvault show --query id\` prints it.`,
  ],
  [
    "gmsa-secret-name",
    "keyVault.secretName",
    ({ keyVault }) => /^[0-9a-z-]{1,127}$/i.test(keyVault.secretName),
    // Not quoted: it may be the secret itself.
    () => "This is no name of a secret in a key vault.",
    "Write the secret's name alone: letters, digits and hyphens.",
  ],
];

export const gmsaRules: readonly Rule[] = [
  ...forms.map(([code, key, fits, message, remedy]): Rule => ({
    code,
    severity: "refusal",
    check: (input) =>
      everyClass(input, ({ gmsa }, path) =>
        gmsa === undefined || fits(gmsa) ? [] : [{ path: `${path}.gmsa.${key}`, message: message(gmsa), remedy }],
      ),
  })),
  {
    code: "gmsa-credential-spec-name",
    severity: "refusal",
    check: (input) => {
      const names = input.settings.agents.map(({ name, gmsa }) => gmsa && credentialSpecName({ name, gmsa }));
      return everyClass(input, ({ gmsa }, path, index) => {
        const name = names[index];
        if (gmsa === undefined || name === undefined) return [];
        const fits = objectName.test(name);
        if (fits && names.indexOf(name) === index) return [];
        return [
          {
            path: `${path}.gmsa.credentialSpecName`,
            message: fits
              ? `Two classes have the credential specification "${name}", which is one object in the whole cluster.`
              : `"${name}" is no name of an object.`,
            remedy: fits
              ? "Give each class one of its own, or leave it out."
              : "Use lower-case letters, digits, hyphens and dots, a letter or digit at both ends.",
          },
        ];
      });
    },
  },
  {
    code: "gmsa-dns",
    severity: "refusal",
    check: ({ settings: { cluster } }) => [...dnsComplaints(cluster.gmsa)],
  },
];

function* dnsComplaints(
  gmsa: { readonly dnsServer?: string; readonly rootDomainName?: string } | undefined,
): Generator<Complaint> {
  const { dnsServer, rootDomainName } = gmsa ?? {};
  if ((dnsServer === undefined) !== (rootDomainName === undefined)) {
    yield {
      path: dnsServer === undefined ? "cluster.gmsa.dnsServer" : "cluster.gmsa.rootDomainName",
      related: ["cluster.gmsa"],
      message: "dnsServer and rootDomainName belong together: one says which questions, the other says who answers.",
      remedy: "Set both, or neither where the network's DNS servers know the domain.",
    };
  }
  if (dnsServer !== undefined && !ipaddr.IPv4.isValidFourPartDecimal(dnsServer)) {
    yield {
      path: "cluster.gmsa.dnsServer",
      message: `"${dnsServer}" is no IPv4 address.`,
      remedy: "Write one address; for several DNS servers set them in the virtual network and leave both keys out.",
    };
  }
  if (rootDomainName !== undefined && !domainName.test(rootDomainName)) {
    yield {
      path: "cluster.gmsa.rootDomainName",
      message: `"${rootDomainName}" is no DNS name of a domain.`,
      remedy: "Write it in full, such as contoso.example.",
    };
  }
}
