import { randomBytes, randomUUID } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Emulator } from "../call";
import { hashOfToken } from "../authentication";
import { sweep } from "../jobs";
import { sameName } from "../organizations";
import { serviceErrors } from "../serviceError";
import type { OrganizationState, Project } from "../state";
import { summaryOf } from "../summary";
import { parseBody } from "../wire";

type OrganizationPath = { Params: { organization: string } };
type ProjectPath = { Params: { organization: string; project: string } };

const tokenBody = z
  .object({
    /** Object id in Entra of the token's owner. Default: who deploys. */
    ownerObjectId: z.string().optional(),
    displayName: z.string().default("sandbox"),
    /** Default: full access. */
    scopes: z.array(z.string()).default(["app_token"]),
    /** Default: in 30 days. */
    validTo: z.string().optional(),
  })
  .default({ displayName: "sandbox", scopes: ["app_token"] });

const thirtyDays = 30 * 24 * 3600 * 1000;

/** The sandbox's own endpoints: what exists before the program runs, and what is there now. No authentication. */
export function registerAdministrationRoutes(server: FastifyInstance, emulator: Emulator): void {
  const path = "/_sandbox/organizations/:organization";

  server.put<OrganizationPath>(path, async (request) => {
    const { id, name } = emulator.organizations.ensure(request.params.organization, emulator.directory.deployer);
    return { id, name };
  });

  server.put<ProjectPath>(`${path}/projects/:project`, async (request) => {
    const project = ensureProject(
      emulator,
      organizationOf(emulator, request.params.organization),
      request.params.project,
    );
    return { id: project.id, name: project.name };
  });

  server.get<OrganizationPath>(`${path}/summary`, async (request) =>
    summaryOf(organizationOf(emulator, request.params.organization)),
  );

  server.post<OrganizationPath>(`${path}/personalAccessTokens`, async (request) => {
    const organization = organizationOf(emulator, request.params.organization);
    const { ownerObjectId, displayName, scopes, validTo } = parseBody(tokenBody, request.body ?? undefined);
    const token = newPersonalAccessToken();
    const record = {
      hash: hashOfToken(token),
      ownerObjectId: ownerObjectId ?? emulator.directory.deployer.objectId,
      displayName,
      scopes,
      validTo: validTo ?? new Date(emulator.now().getTime() + thirtyDays).toISOString(),
    };
    organization.personalAccessTokens.push(record);
    emulator.organizations.save();
    return { token, displayName, scopes, validTo: record.validTo };
  });
}

export function organizationOf(emulator: Emulator, name: string): OrganizationState {
  const organization = emulator.organizations.find(name);
  if (organization === undefined) {
    throw serviceErrors.notFound(`/${name}`);
  }
  sweep(emulator, organization);
  return organization;
}

function ensureProject(emulator: Emulator, organization: OrganizationState, name: string): Project {
  const existing = organization.projects.find((project) => sameName(project.name, name));
  if (existing !== undefined) {
    return existing;
  }
  const project = { id: randomUUID(), name, description: "", lastUpdateTime: emulator.now().toISOString() };
  organization.projects.push(project);
  emulator.organizations.save();
  return project;
}

/** 84 characters with the mark AZDO before the last four, the form of tokens since 2024, by which clients know them. */
function newPersonalAccessToken(): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  const random = (length: number) => [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join("");
  return `${random(76)}AZDO${random(4)}`;
}
