import type { FastifyInstance } from "fastify";
import type { Emulator } from "../call";
import { connectionToken } from "../jobConnections";
import { serviceErrors } from "../serviceError";
import { queryValue } from "../wire";

type OidcTokenPath = { Params: { organization: string; planId: string; jobId: string } };

/**
 * `{project}/_apis/distributedtask/hubs/{hub}/plans/{plan}/jobs/{job}/oidctoken`, the address in `SYSTEM_OIDCREQUESTURI`: a fresh token of the
 * service connection that the job uses, for the job's own access token (@azure/identity azurePipelinesCredential.ts).
 */
export function registerOidcTokenRoute(server: FastifyInstance, emulator: Emulator): void {
  server.post<OidcTokenPath>(
    "/:organization/:project/_apis/distributedtask/hubs/:hub/plans/:planId/jobs/:jobId/oidctoken",
    async (request) => {
      const organization = emulator.organizations.find(request.params.organization);
      const [, token = ""] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "") ?? [];
      const job = organization && emulator.jobTokens.verify(organization, token);
      if (organization === undefined || job?.jobId !== request.params.jobId) {
        throw serviceErrors.unauthorized("aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa");
      }
      const wanted = queryValue(request.query, "serviceConnectionId") ?? "";
      const connection = organization.serviceEndpoints.find(({ id }) => id === wanted);
      if (connection === undefined || job.content.serviceConnectionId !== wanted) {
        throw serviceErrors.endpointNotFound(wanted);
      }
      return { oidcToken: await connectionToken(emulator, connection) };
    },
  );
}
