import type { TokenClaims } from "./tokenClaims";

export interface EntraFailure {
  readonly failure: "refused" | "expired";
  readonly mayBeLate: boolean;
  readonly remedies: readonly string[];
}

interface Place {
  readonly clientId: string;
  readonly tenantId: string;
}

/** Codes of Entra by what they ask a person to check (learn.microsoft.com, AADSTS error codes). */
const credentialCodes: ReadonlyMap<number, string> = new Map([
  [70025, "the identity has no federated credential at all"],
  [70021, "no federated credential of the identity fits the token"],
  [700211, "no federated credential has the token's issuer"],
  [700212, "no federated credential has the token's audience"],
  [700213, "no federated credential has the token's subject"],
]);

/** What Entra answers for a while after a credential was made (Azure/azure-workload-identity#616); 70025 when it is the first. */
const lateCodes: ReadonlySet<number> = new Set([70021, 70025, 700211, 700213]);

const expiredCode = 700024;

const otherCodes: Readonly<Record<number, (place: Place) => string>> = {
  700016: ({ clientId, tenantId }) =>
    `Check AZURE_CLIENT_ID (${clientId}) and AZURE_TENANT_ID (${tenantId}): the tenant has no such identity.`,
  90002: ({ tenantId }) => `Check AZURE_TENANT_ID: there is no tenant ${tenantId}.`,
  [expiredCode]: () =>
    "The service account's token has expired: the kubelet does not renew it, or the node's clock is wrong.",
  7000112: ({ clientId }) => `The identity ${clientId} is disabled: enable it.`,
};

/** What a refusal with that code means, and what to check. */
export function entraFailure(code: number, claims: TokenClaims, place: Place): EntraFailure {
  const credential = credentialCodes.get(code);
  if (credential !== undefined) {
    return {
      failure: "refused",
      mayBeLate: lateCodes.has(code),
      remedies: credentialRemedies(credential, claims, place),
    };
  }
  const remedy = otherCodes[code]?.(place) ?? `Look AADSTS${code} up at https://login.microsoftonline.com/error.`;
  return { failure: code === expiredCode ? "expired" : "refused", mayBeLate: false, remedies: [remedy] };
}

function credentialRemedies(meaning: string, claims: TokenClaims, { clientId }: Place): readonly string[] {
  const unnamed = "(the token names none)";
  return [
    [
      `The identity ${clientId} needs a federated credential with exactly these values (${meaning}):`,
      `  issuer   ${claims.issuer ?? unnamed}`,
      `  subject  ${claims.subject ?? unnamed}`,
      `  audience ${claims.audience ?? unnamed}`,
    ].join("\n"),
  ];
}
