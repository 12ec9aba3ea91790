/** A REST resource as clients look it up: by a fixed id, to learn its path and its versions. */
export interface ResourceLocation {
  readonly id: string;
  readonly area: string;
  readonly resourceName: string;
  readonly routeTemplate: string;
  /** Revision of the preview version. Default 1. */
  readonly resourceVersion?: number;
}

const pools = "_apis/{area}/pools/{poolId}/{resource}";

/**
 * The resources that the emulator serves, with the ids under which the service publishes them
 * (azure-devops-node-api 17.0.1 and azure-devops-go-api v7, generated clients).
 */
export const resourceLocations: readonly ResourceLocation[] = [
  location("00d9565f-ed9c-4a06-9a50-00e7896ccab4", "Location", "ConnectionData", "_apis/{resource}"),
  location("e81700f7-3be2-46de-8624-2eb35882fcaa", "Location", "ResourceAreas", "_apis/{resource}/{areaId}"),
  location("603fe2ac-9723-48b9-88ad-09305aa6c6e1", "core", "projects", "_apis/{resource}/{*projectId}", 4),
  location("a8c47e17-4d56-4a56-92bb-de7ea7dc65be", "distributedtask", "pools", "_apis/{area}/{resource}/{poolId}"),
  location("e298ef32-5878-4cab-993c-043836571f42", "distributedtask", "agents", `${pools}/{agentId}`),
  location(
    "30ba3ada-fedf-4da8-bbb5-dacf2f82e176",
    "distributedtask",
    "usercapabilities",
    "_apis/{area}/pools/{poolId}/agents/{agentId}/{resource}",
  ),
  location("134e239e-2df3-4794-a6f6-24f1f19ec8dc", "distributedtask", "sessions", `${pools}/{sessionId}`),
  location("c3a054f6-7a8a-49c0-944e-3a8e5d7adfd7", "distributedtask", "messages", `${pools}/{messageId}`),
  location("fc825784-c92a-4299-9221-998a02d1b54f", "distributedtask", "jobrequests", `${pools}/{requestId}`),
  location(
    "900fa995-c559-4923-aae7-f8424fe4fbea",
    "distributedtask",
    "queues",
    "{project}/_apis/{area}/{resource}/{queueId}",
  ),
  location(
    "8ffcd551-079c-493a-9c02-54346299d144",
    "distributedtask",
    "packages",
    "_apis/{area}/{resource}/{packageType}/{platform}/{version}",
    2,
  ),
  location(
    "b5b9a4a4-e6cd-4096-853c-ab7d8b0c4eb2",
    "pipelinePermissions",
    "pipelinePermissions",
    "{project}/_apis/pipelines/{resource}/{resourceType}/{resourceId}",
  ),
  location(
    "f03dbf50-80f8-41b7-8ca2-65b6a178caba",
    "MemberEntitlementManagement",
    "ServicePrincipalEntitlements",
    "_apis/{resource}",
  ),
  location(
    "1d491a66-190b-43ae-86b8-9c2688c55186",
    "MemberEntitlementManagement",
    "ServicePrincipalEntitlements",
    "_apis/{resource}/{servicePrincipalId}",
  ),
  location(
    "9461c234-c84c-4ed2-b918-2f0f92ad0a35",
    "securityroles",
    "roleassignments",
    "_apis/{area}/scopes/{scopeId}/{resource}/resources/{resourceId}/{identityId}",
  ),
  location(
    "f4cc9a86-453c-48d2-b44d-d3bd5c105f4f",
    "securityroles",
    "roledefinitions",
    "_apis/{area}/scopes/{scopeId}/{resource}",
  ),
  location(
    "14e48fdc-2c8b-41ce-a0c3-e26f6cc55bd0",
    "serviceendpoint",
    "endpoints",
    "_apis/{area}/{resource}/{endpointId}",
    4,
  ),
  location(
    "e85f1c62-adfc-4b74-b618-11a150fb195e",
    "serviceendpoint",
    "endpoints",
    "{project}/_apis/{area}/{resource}/{endpointId}",
    4,
  ),
  location(
    "cc63bb57-2a5f-4a7a-b79c-c142d308657e",
    "serviceendpoint",
    "endpointproxy",
    "{project}/_apis/{area}/{resource}",
  ),
];

/** Areas of the service that live on hosts of their own, and the names they have there. The emulator is one host for all. */
export const resourceAreas: readonly { readonly id: string; readonly name: string }[] = [
  { id: "79134c72-4a58-4b42-976c-04e7115f32bf", name: "core" },
  { id: "a85b8835-c1a1-4aac-ae97-1c3d0ba72dbd", name: "distributedtask" },
  { id: "1814ab31-2f4f-4a9f-8761-f4d77dc5a5d7", name: "serviceendpoint" },
  { id: "a81a0441-de52-4000-aa15-ff0e07bfbbaa", name: "pipelinePermissions" },
  { id: "68ddce18-2501-45f1-a17b-7931a9922690", name: "MemberEntitlementManagement" },
];

function location(
  id: string,
  area: string,
  resourceName: string,
  routeTemplate: string,
  resourceVersion = 1,
): ResourceLocation {
  return { id, area, resourceName, routeTemplate, resourceVersion };
}
