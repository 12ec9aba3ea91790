import { randomUUID } from "node:crypto";
import type { ArmRequest, ArmResponse } from "../../resourceType";
import type { Services } from "../../services";
import type { StoredResource } from "../../store";
import { forgetOldSources, minuteName } from "./forgetOldSources";
import { containerOf } from "./taskFiles";

/** No page says how long; an hour is what azure-cli's users see in the URL. */
const validSeconds = 3600;

/** The action `listBuildSourceUploadUrl` of a registry. Source: azure-rest-api-specs RegistryTasks, example RegistriesGetBuildSourceUploadUrl. */
export function listBuildSourceUploadUrl(
  registry: StoredResource,
  { baseUrl }: ArmRequest,
  services: Services,
): ArmResponse {
  const { now, tasks } = services;
  forgetOldSources(registry, services);
  const relativePath = `source/${minuteName(now())}/${randomUUID()}.tar.gz`;
  const blob = { container: containerOf(registry.id), name: relativePath };
  return { status: 200, body: { relativePath, uploadUrl: tasks.urls.url(blob, "cw", validSeconds, baseUrl) } };
}
