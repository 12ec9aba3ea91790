import type { FastifyInstance } from "fastify";
import { callOf, type Emulator } from "../call";
import { serviceErrors } from "../serviceError";

type LogPath = { Params: { project: string; planId: string; logId: string } };

/**
 * `{project}/_apis/distributedtask/hubs/{hub}/plans/{plan}/logs/{log}`: appends to what a job has written. The service has a
 * log for each step; here a plan is one job with one log.
 */
export function registerPlanLogRoutes(server: FastifyInstance, emulator: Emulator): void {
  server.post<LogPath>(
    "/:organization/:project/_apis/distributedtask/hubs/:hub/plans/:planId/logs/:logId",
    async (request) => {
      const call = callOf(request);
      const { planId, logId } = request.params;
      const job = call.organization.jobRequests.find((candidate) => candidate.planId === planId);
      if (job === undefined) {
        throw serviceErrors.planNotFound(planId);
      }
      call.listenedPool(job.poolId, job.agentId ?? 0);
      job.log = (job.log ?? "") + (typeof request.body === "string" ? request.body : "");
      emulator.organizations.save();
      return { id: Number(logId), path: `logs\\${planId}\\${logId}`, lineCount: job.log.split("\n").length - 1 };
    },
  );
}
