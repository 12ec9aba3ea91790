/** Facts of a made-up Active Directory domain, as an agent class names them. */
export const gmsaDomain = {
  dnsName: "corp.contoso.example",
  netBiosName: "CORP",
  guid: "244818ae-87ac-4fcd-92ec-e79e5252348a",
  sid: "S-1-5-21-2126449477-2524075714-3094792973",
};
