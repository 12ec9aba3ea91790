import { at, textAt } from "../../json";
import type { ResourceStore, StoredResource } from "../../store";
import { mayPush } from "../pushRoles";
import type { RunBuild } from "./run";

/** Address of the machine that builds, as the service's refusals name it: one that stands for all of Azure's (RFC 5737). */
const agentAddress = "203.0.113.10";

/**
 * Why the machine that builds cannot sign in to the registry, in the service's words; undefined when it can.
 * Text: Azure/azure-cli#27253. Policy: azure-management-docs manage-network-bypass-policy-for-tasks.md 2025-05-15.
 */
export function loginRefusal(registry: StoredResource): string | undefined {
  const closed =
    textAt(registry.body, "properties.publicNetworkAccess") === "Disabled" ||
    textAt(registry.body, "properties.networkRuleSet.defaultAction") === "Deny";
  const bypassed =
    at(registry.body, "properties.networkRuleBypassAllowedForTasks") === true &&
    textAt(registry.body, "properties.networkRuleBypassOptions") !== "None";
  return !closed || bypassed
    ? undefined
    : `failed to login, ran out of retries: failed to set docker credentials: Error response from daemon: Get "https://${loginServerOf(registry)}/v2/": denied: client with IP '${agentAddress}' is not allowed access. Refer https://aka.ms/acr/firewall to grant access.`;
}

/**
 * Whether the build signs in to the registry at all. In ABAC mode it does so as its caller alone, in the other mode as the registry's
 * own, and naming the caller there takes even that away. Source: azure-management-docs container-registry-rbac-abac-repository-permissions.md
 * 2025-05-01, "Effect on Quick Tasks".
 */
export function signsIn({ identity, loginMode }: RunBuild, registry: StoredResource): boolean {
  return isAbac(registry) ? identity === "[caller]" : identity === undefined && loginMode !== "None";
}

/** Whether images may be pushed with that sign-in. */
export function pushAllowed({ callerId }: RunBuild, registry: StoredResource, store: ResourceStore): boolean {
  return !isAbac(registry) || mayPush(callerId, registry, store);
}

export const loginServerOf = (registry: StoredResource) => textAt(registry.body, "properties.loginServer") ?? "";

const isAbac = ({ body }: StoredResource) =>
  textAt(body, "properties.roleAssignmentMode") === "AbacRepositoryPermissions";
