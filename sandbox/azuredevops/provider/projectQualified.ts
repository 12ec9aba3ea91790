import type { TeamProject } from "azure-devops-node-api/interfaces/CoreInterfaces";
import { ProviderError, type Properties } from "../../engine/provider/resourceProvider";
import type { ResourceContext } from "./resourceDefinition";

/** Import id `<project name or id>/<resource id>`. */
export async function projectQualified(
  { client }: ResourceContext,
  id: string,
): Promise<{ id: string; state: Properties }> {
  const [projectNameOrId, resourceId, rest] = id.split("/");
  if (projectNameOrId === undefined || resourceId === undefined || rest !== undefined) {
    throw new ProviderError(`unexpected format of ID (${id}), expected projectid/resourceId`);
  }
  const project: TeamProject | null = await (await client.core()).getProject(projectNameOrId);
  if (project === null) {
    throw new ProviderError(`Project with name or ID ${projectNameOrId} does not exist.`);
  }
  return { id: resourceId, state: { projectId: project.id } };
}
