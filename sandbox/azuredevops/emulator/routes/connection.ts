import type { FastifyInstance } from "fastify";
import { callOf, type Call, type Emulator } from "../call";
import { sameName } from "../organizations";
import { resourceAreas, resourceLocations } from "../resourceLocations";
import { serviceErrors } from "../serviceError";
import { collection, descriptorOf } from "../wire";

const newestVersion = "7.2";
const releasedVersion = "7.1";

/** What a client asks first: who am I, where are the areas, which resources are there. */
export function registerConnectionRoutes(server: FastifyInstance, emulator: Emulator): void {
  server.options<{ Params: { area?: string } }>("/:organization/_apis/:area?", async (request) => {
    callOf(request);
    const { area } = request.params;
    return collection(
      resourceLocations
        .filter((location) => area === undefined || sameName(location.area, area))
        .map((location) => ({
          ...location,
          minVersion: "1.0",
          maxVersion: newestVersion,
          releasedVersion,
        })),
    );
  });

  server.get("/:organization/_apis/resourceAreas", async (request) => {
    const { organization } = callOf(request);
    return collection(resourceAreas.map((area) => areaView(emulator, organization.name, area)));
  });

  server.get<{ Params: { areaId: string } }>("/:organization/_apis/resourceAreas/:areaId", async (request) => {
    const { organization } = callOf(request);
    const area = resourceAreas.find(({ id }) => sameName(id, request.params.areaId));
    if (area === undefined) {
      throw serviceErrors.notFound(request.url);
    }
    return areaView(emulator, organization.name, area);
  });

  server.get("/:organization/_apis/connectionData", async (request) => {
    const call = callOf(request);
    const user = authenticatedUser(call);
    return {
      authenticatedUser: user,
      authorizedUser: user,
      instanceId: call.organization.id,
      deploymentId: call.organization.id,
      deploymentType: "hosted",
      locationServiceData: {
        serviceOwner: "00025394-6065-48ca-87d9-7f5672854ef7",
        defaultAccessMappingMoniker: "HostGuidAccessMapping",
        lastChangeId: 1,
        lastChangeId64: 1,
      },
    };
  });
}

function areaView(emulator: Emulator, organization: string, area: { readonly id: string; readonly name: string }) {
  return { ...area, locationUrl: `${emulator.url()}/${organization}/` };
}

function authenticatedUser(call: Call) {
  return {
    id: call.identityId,
    descriptor: `Microsoft.VisualStudio.Services.Claims.AadServicePrincipal;${call.identityId}`,
    subjectDescriptor: descriptorOf(call.identityId),
    providerDisplayName: call.displayName,
    isActive: true,
    properties: { Account: { $type: "System.String", $value: call.displayName } },
    resourceVersion: 2,
    metaTypeId: 0,
  };
}
