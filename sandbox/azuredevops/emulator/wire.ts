import { createHash } from "node:crypto";
import { z } from "zod";
import type { Emulator } from "./call";
import { serviceErrors } from "./serviceError";
import type { OrganizationState, Pool } from "./state";

/** The body of a request, if it has the needed shape. */
export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (!result.success) {
    throw serviceErrors.invalidArgument(z.prettifyError(result.error));
  }
  return result.data;
}

/** Takes an object whose keys differ from the schema's in case only, as the service does: Microsoft's Node client sends `oSDescription`. */
export function caseInsensitive<T extends z.ZodObject>(schema: T) {
  const names = new Map(Object.keys(schema.shape).map((name): [string, string] => [name.toLowerCase(), name]));
  return z.preprocess(
    (value) =>
      typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, entry]) => [names.get(key.toLowerCase()) ?? key, entry]))
        : value,
    schema,
  );
}

/** A query parameter; when it is repeated, the last one. Names are matched without regard to case. */
export function queryValue(query: unknown, name: string): string | undefined {
  const entries = Object.entries(typeof query === "object" && query !== null ? query : {});
  const value: unknown = entries.find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
  const last: unknown = Array.isArray(value) ? value.at(-1) : value;
  return typeof last === "string" ? last : undefined;
}

export function queryFlag(query: unknown, name: string): boolean {
  return queryValue(query, name)?.toLowerCase() === "true";
}

/** A list, wrapped as the service wraps all of them. */
export function collection<T>(value: readonly T[]) {
  return { count: value.length, value };
}

/** How the graph names a service principal of Entra: a prefix and the encoded storage key. */
export function descriptorOf(storageKey: string): string {
  return `aadsp.${Buffer.from(createHash("sha256").update(storageKey).digest("hex").slice(0, 32)).toString("base64url")}`;
}

export function identityReference(emulator: Emulator, organization: OrganizationState, identityId: string) {
  const displayName = organization.members.find(({ id }) => id === identityId)?.displayName ?? identityId;
  const descriptor = descriptorOf(identityId);
  const base = `${emulator.url()}/${organization.name}`;
  return {
    displayName,
    url: `${base}/_apis/Identities/${identityId}`,
    _links: { avatar: { href: `${base}/_apis/GraphProfile/MemberAvatars/${descriptor}` } },
    id: identityId,
    uniqueName: displayName,
    imageUrl: `${base}/_apis/GraphProfile/MemberAvatars/${descriptor}`,
    descriptor,
  };
}

export function poolReference(organization: OrganizationState, pool: Pool) {
  return {
    id: pool.id,
    scope: pool.scope,
    name: pool.name,
    isHosted: false,
    poolType: pool.poolType,
    size: organization.agents.filter(({ poolId }) => poolId === pool.id).length,
    isLegacy: false,
    options: "none",
  };
}
