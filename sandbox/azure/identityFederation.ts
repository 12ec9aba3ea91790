import type { FederatedCredential } from "../entra/federation";
import { listAt, textAt } from "./json";
import type { Services } from "./services";

const identityType = "Microsoft.ManagedIdentity/userAssignedIdentities";

/** What the federated credentials of the managed identity with that client id trust. */
export function federatedCredentials(clientId: string, { store }: Services): readonly FederatedCredential[] {
  const identity = store
    .ofType(identityType)
    .find(({ body }) => textAt(body, "properties.clientId")?.toLowerCase() === clientId.toLowerCase());
  const credentials =
    identity === undefined ? [] : store.children(identity.id, `${identityType}/federatedIdentityCredentials`);
  return credentials.map(({ body, internal }) => ({
    issuer: textAt(body, "properties.issuer") ?? "",
    subject: textAt(body, "properties.subject") ?? "",
    audience: listAt(body, "properties.audiences").find((audience) => typeof audience === "string") ?? "",
    writtenAt: Date.parse(textAt(internal, "writtenAt") ?? "1970-01-01"),
  }));
}

/** Id of the cluster that publishes the keys of its tokens at a URL. */
export function clusterOfIssuer(issuer: string, { store }: Services): string | undefined {
  return store
    .ofType("Microsoft.ContainerService/managedClusters")
    .find(({ body }) => textAt(body, "properties.oidcIssuerProfile.issuerURL") === issuer)?.id;
}
