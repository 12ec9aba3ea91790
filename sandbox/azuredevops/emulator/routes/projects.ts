import type { FastifyInstance } from "fastify";
import { callOf, type Emulator } from "../call";
import { projectOf } from "../organizations";
import type { OrganizationState, Project } from "../state";
import { collection, queryFlag, queryValue } from "../wire";

/** Id of the Agile process, which every organization has. */
const agileProcess = { templateName: "Agile", templateTypeId: "adcc42ab-9882-485e-a3ed-7678f01f66bc" };

/** `_apis/projects`. They are made through the sandbox's own endpoints only. */
export function registerProjectRoutes(server: FastifyInstance, emulator: Emulator): void {
  server.get("/:organization/_apis/projects", async (request) => {
    const { organization } = callOf(request);
    const skip = Number(queryValue(request.query, "$skip") ?? 0);
    const top = Number(queryValue(request.query, "$top") ?? organization.projects.length);
    return collection(
      organization.projects.slice(skip, skip + top).map((project) => projectView(emulator, organization, project)),
    );
  });

  server.get<{ Params: { project: string } }>("/:organization/_apis/projects/:project", async (request) => {
    const { organization } = callOf(request);
    const project = projectOf(organization, request.params.project);
    return {
      ...projectView(emulator, organization, project),
      ...(queryFlag(request.query, "includeCapabilities") && {
        capabilities: {
          processTemplate: agileProcess,
          versioncontrol: { sourceControlType: "Git", gitEnabled: "True", tfvcEnabled: "False" },
        },
      }),
    };
  });
}

function projectView(emulator: Emulator, organization: OrganizationState, project: Project) {
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    url: `${emulator.url()}/${organization.name}/_apis/projects/${project.id}`,
    state: "wellFormed",
    revision: 1,
    visibility: "private",
    lastUpdateTime: project.lastUpdateTime,
  };
}
