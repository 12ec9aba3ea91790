import { EventEmitter } from "node:events";
import { fastify, type FastifyInstance } from "fastify";
import { Faults, registerFaults } from "../faults";
import type { Directory } from "../entra/directory";
import { AgentTokens, registerAgentTokenRoute } from "./emulator/agentTokens";
import { registerApiVersions } from "./emulator/apiVersions";
import { registerAuthentication } from "./emulator/authentication";
import type { Emulator } from "./emulator/call";
import { JobTokens } from "./emulator/jobTokens";
import { Organizations } from "./emulator/organizations";
import { sweep } from "./emulator/jobs";
import { registerAdministrationRoutes } from "./emulator/routes/administration";
import { registerAgentAdministrationRoutes } from "./emulator/routes/agentAdministration";
import { registerAgentRoutes } from "./emulator/routes/agents";
import { registerConnectionRoutes } from "./emulator/routes/connection";
import { registerEntitlementRoutes } from "./emulator/routes/entitlements";
import { registerJobAdministrationRoutes } from "./emulator/routes/jobAdministration";
import { registerJobRequestRoutes } from "./emulator/routes/jobRequests";
import { registerOidcTokenRoute } from "./emulator/routes/oidcTokens";
import { registerPackageRoutes } from "./emulator/routes/packages";
import { registerPipelinePermissionRoutes } from "./emulator/routes/pipelinePermissions";
import { registerPlanLogRoutes } from "./emulator/routes/planLogs";
import { registerPoolRoutes } from "./emulator/routes/pools";
import { registerProjectRoutes } from "./emulator/routes/projects";
import { registerQueueRoutes } from "./emulator/routes/queues";
import { registerSecurityRoleRoutes } from "./emulator/routes/securityRoles";
import { registerServiceEndpointRoutes } from "./emulator/routes/serviceEndpoints";
import { registerSessionRoutes } from "./emulator/routes/sessions";
import { ServiceError, serviceErrors } from "./emulator/serviceError";

export type { OrganizationSummary } from "./emulator/summary";

export interface AzureDevOpsEmulatorOptions {
  /** Where the organizations are kept, so that they survive a restart. */
  readonly stateDirectory: string;
  /** Default: a free one. */
  readonly port?: number;
  /** Its deployer is Project Collection Administrator of every organization. */
  readonly directory: Directory;
  /** How long a fresh identity is refused with VS403283. */
  readonly identityDelaySeconds: number;
  readonly now?: () => Date;
  /** How long a listener's request for its next message stays open. The service waits 50 seconds, which is the default. */
  readonly messagePollSeconds?: number;
  /** What it calls itself in its answers, when its clients reach it by another URL. Default: its own on loopback. */
  readonly publicUrl?: string;
}

export interface AzureDevOpsEmulator {
  /** `{url}/{organization}` stands for `https://dev.azure.com/{organization}`. */
  readonly url: string;
  readonly port: number;
  readonly faults: Faults;
  close(): Promise<void>;
}

const routes = [
  registerAgentTokenRoute,
  registerConnectionRoutes,
  registerProjectRoutes,
  registerPoolRoutes,
  registerQueueRoutes,
  registerPipelinePermissionRoutes,
  registerEntitlementRoutes,
  registerSecurityRoleRoutes,
  registerServiceEndpointRoutes,
  registerAgentRoutes,
  registerSessionRoutes,
  registerJobRequestRoutes,
  registerPlanLogRoutes,
  registerOidcTokenRoute,
  registerPackageRoutes,
  registerAdministrationRoutes,
  registerJobAdministrationRoutes,
  registerAgentAdministrationRoutes,
] as const;

/** Starts Azure DevOps' REST API on loopback. Microsoft's own clients work against it, given its URL instead of dev.azure.com. */
export async function startAzureDevOpsEmulator(options: AzureDevOpsEmulatorOptions): Promise<AzureDevOpsEmulator> {
  const server = fastify({
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    forceCloseConnections: true,
  });
  const faults = new Faults();
  const now = options.now ?? (() => new Date());
  const closing = new AbortController();
  let url = "";
  const emulator: Emulator = {
    organizations: new Organizations(options.stateDirectory, now),
    directory: options.directory,
    agentTokens: new AgentTokens(now),
    jobTokens: new JobTokens(),
    url: () => options.publicUrl ?? url,
    now,
    identityDelaySeconds: options.identityDelaySeconds,
    messagePollSeconds: options.messagePollSeconds ?? 50,
    messages: new EventEmitter().setMaxListeners(0),
    closing: closing.signal,
  };
  acceptBodies(server);
  answerErrors(server);
  registerFaults(server, faults);
  registerAuthentication(server, emulator);
  registerApiVersions(server);
  server.addHook("preHandler", async ({ azureDevOpsCall }) => {
    if (azureDevOpsCall !== undefined) {
      sweep(emulator, azureDevOpsCall.organization);
    }
  });
  routes.forEach((register) => register(server, emulator));
  url = await server.listen({ host: "127.0.0.1", port: options.port ?? 0 });
  const close = () => {
    closing.abort();
    return server.close();
  };
  return { url, port: Number(new URL(url).port), faults, close };
}

/** JSON under all of its names, also where a client announces one and sends nothing; forms as text. */
function acceptBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(/^application\/([\w-]+\+)?json/, { parseAs: "string" }, (_request, body, done) => {
    try {
      done(null, body === "" ? undefined : JSON.parse(String(body)));
    } catch {
      done(serviceErrors.invalidArgument("The body of the request is not valid JSON."));
    }
  });
  server.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
}

function answerErrors(server: FastifyInstance): void {
  server.setErrorHandler(async (error, _request, reply) => {
    if (error instanceof ServiceError) {
      return reply.code(error.status).send(error.body);
    }
    throw error;
  });
  server.setNotFoundHandler(async (request, reply) => {
    const error = serviceErrors.notFound(request.url.split("?")[0] ?? "");
    return reply.code(error.status).send(error.body);
  });
}
