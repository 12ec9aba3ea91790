import { lastName } from "../armPath";
import { badRequest } from "../errors";
import type { ResourceType } from "../resourceType";
import { parseBody } from "../schema/parseBody";
import { managementPolicyBody } from "../schema/storage/managementPolicy";
import { storageApiVersions } from "./storageAccounts";

const type = "Microsoft.Storage/storageAccounts/managementPolicies";

/** Lifecycle rules: one policy for each account, named "default". */
export const managementPolicies: ResourceType = {
  type,
  apiVersions: storageApiVersions,
  createdStatus: 200,

  write({ id, apiVersion, body }, { now }) {
    if (lastName(id).toLowerCase() !== "default") {
      throw badRequest("InvalidManagementPolicyName", "The name of a management policy is always 'default'.");
    }
    const { properties } = parseBody(managementPolicyBody(apiVersion), body);
    const names = properties.policy.rules.map((rule) => rule.name.toLowerCase());
    if (new Set(names).size < names.length) {
      throw badRequest(
        "InvalidRequestPropertyValue",
        "The names of the rules must be unique.",
        "properties.policy.rules",
      );
    }
    return {
      id,
      name: "DefaultManagementPolicy",
      type,
      body: { properties: { ...properties, lastModifiedTime: now().toISOString() } },
      internal: {},
    };
  },
};
