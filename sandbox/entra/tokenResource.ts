import { type TokenError, tokenErrors } from "./tokenErrors";

/** Identifiers of the services that tokens are issued for. Some clients write them with a slash at the end. */
const resources: readonly RegExp[] = [
  /^https:\/\/management\.(?:azure\.com|core\.windows\.net)\/?$/i,
  // The address of the sandbox's resource manager: clients take it for its name, as they may in Azure.
  /^https:\/\/(?:127\.0\.0\.1|localhost):\d+\/?$/i,
  /^https:\/\/storage\.azure\.com\/?$/i,
  /^https:\/\/[a-z0-9]+\.(?:blob|queue|table|file|dfs)\.core\.windows\.net\/?$/i,
  /^https:\/\/containerregistry\.azure\.net\/?$/i,
  /^https:\/\/vault\.azure\.net\/?$/i,
  /^https:\/\/graph\.(?:microsoft\.com|windows\.net)\/?$/i,
  // Azure DevOps, and the API servers of AKS.
  /^499b84ac-1321-427f-aa17-267ca6975798$/i,
  /^6dae42f8-4368-4678-94ff-3960e28e3630$/i,
];

/** The service that a token is asked for: `scope` names it in the second version of the endpoint, `resource` in the first. */
export function tokenResource(form: URLSearchParams, version: 1 | 2, tenantId: string): string | TokenError {
  const name = version === 1 ? "resource" : "scope";
  const value = form.get(name);
  if (value === null) {
    return tokenErrors.missingParameter(name);
  }
  if (version === 2 && !/^\S+\/\.default$/.test(value)) {
    return tokenErrors.invalidScope(value);
  }
  const resource = version === 1 ? value : value.replace(/\/\.default$/, "");
  return resources.some((known) => known.test(resource)) ? resource : tokenErrors.unknownResource(resource, tenantId);
}
