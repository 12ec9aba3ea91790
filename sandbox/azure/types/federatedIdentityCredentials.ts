import { z } from "zod";
import { parentId } from "../armPath";
import { badRequest, conflict } from "../errors";
import { textAt } from "../json";
import type { ResourceType } from "../resourceType";
import { kept, parseBody, proxyResource } from "../schema/parseBody";

/** Source: azure-rest-api-specs msi/…/stable/2023-01-31, FederatedIdentityCredential. */
const schema = z.strictObject({
  ...proxyResource,
  properties: z.strictObject({ issuer: z.string(), subject: z.string(), audiences: z.array(z.string()) }),
});

const type = "Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials";
/** Source: learn.microsoft.com entra/workload-id/workload-identity-federation-considerations. */
const mostPerIdentity = 20;
/** 3 to 120 characters, first a letter or digit. Source: same page. */
const namePattern = /^[A-Za-z0-9][A-Za-z0-9_-]{2,119}$/;

export const federatedIdentityCredentials: ResourceType = {
  type,
  apiVersions: ["2023-01-31", "2024-11-30"],
  exclusive: {
    within: parentId,
    refusal: () =>
      conflict(
        "ConcurrentFederatedIdentityCredentialsWritesForSingleManagedIdentity",
        "Too many Federated Identity Credentials are written concurrently for the managed identity. Concurrent Federated Identity Credentials writes under the same managed identity are not supported.",
      ),
  },

  write({ id, name, body, existing }, { store, now }) {
    if (!namePattern.test(name)) {
      throw badRequest(
        "InvalidFederatedIdentityCredentialName",
        `The name '${name}' is invalid: 3 to 120 letters, digits, hyphens and underscores.`,
      );
    }
    const parsed = parseBody(schema, body);
    const { issuer, subject, audiences } = parsed.properties;
    checkIssuer(issuer);
    if (audiences.length !== 1) {
      throw badRequest("InvalidFederatedIdentityCredential", "Exactly one audience is to be given.", "audiences");
    }
    const siblings = store.children(parentId(id), type).filter((other) => other.id.toLowerCase() !== id.toLowerCase());
    if (existing === undefined && siblings.length >= mostPerIdentity) {
      throw badRequest(
        "FederatedIdentityCredentialsLimitExceeded",
        `Too many Federated Identity Credentials: a managed identity has at most ${mostPerIdentity}.`,
      );
    }
    const same = siblings.find(
      (other) =>
        textAt(other.body, "properties.issuer") === issuer && textAt(other.body, "properties.subject") === subject,
    );
    if (same !== undefined) {
      throw conflict(
        "Conflict",
        `Issuer and subject combination already exists for this managed identity: '${same.name}'.`,
      );
    }
    return { id, name, type, body: kept(parsed), internal: { writtenAt: now().toISOString() } };
  },
};

function checkIssuer(issuer: string): void {
  if (!/^https:\/\/[^\s]+$/.test(issuer)) {
    throw badRequest(
      "InvalidFederatedIdentityCredentialIssuer",
      `The issuer '${issuer}' is not an https URL.`,
      "issuer",
    );
  }
}
