const everything = "app_token";

interface ScopeRule {
  readonly path: RegExp;
  readonly read: readonly string[];
  readonly write: readonly string[];
}

/** Scopes that a personal access token needs for a path; the first rule that matches counts (azure-devops-docs oauth scopes). */
const rules: readonly ScopeRule[] = [
  {
    path: /\/_apis\/(connectiondata|resourceareas|location)?(\/|\?|$)/i,
    read: [],
    write: [],
  },
  {
    path: /\/_apis\/distributedtask\/(pools|queues|packages)/i,
    read: ["vso.agentpools", "vso.agentpools_manage"],
    write: ["vso.agentpools_manage"],
  },
  {
    path: /\/_apis\/serviceendpoint/i,
    read: ["vso.serviceendpoint", "vso.serviceendpoint_manage"],
    write: ["vso.serviceendpoint_manage"],
  },
  { path: /\/_apis\/projects/i, read: ["vso.project", "vso.project_manage"], write: ["vso.project_manage"] },
  {
    path: /\/_apis\/(serviceprincipalentitlements|userentitlements)/i,
    read: ["vso.memberentitlementmanagement", "vso.memberentitlementmanagement_write"],
    write: ["vso.memberentitlementmanagement_write"],
  },
  { path: /\/_apis\/pipelines/i, read: ["vso.build", "vso.build_execute"], write: ["vso.build_execute"] },
  { path: /\/_apis\/securityroles/i, read: ["vso.security_manage"], write: ["vso.security_manage"] },
];

/** Whether a token with these scopes may make the request. */
export function scopeAllows(scopes: readonly string[], method: string, url: string): boolean {
  if (scopes.includes(everything) || method === "OPTIONS") {
    return true;
  }
  const rule = rules.find(({ path }) => path.test(url));
  if (rule === undefined) {
    return false;
  }
  const needed = method === "GET" ? rule.read : rule.write;
  return needed.length === 0 || needed.some((scope) => scopes.includes(scope));
}
