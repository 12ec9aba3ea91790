import { randomBytes } from "node:crypto";
import type { JobRequest, OrganizationState } from "./state";

/** Access tokens of jobs, `System.AccessToken` of a pipeline: good for as long as their job runs. Not kept over a restart. */
export class JobTokens {
  private readonly issued = new Map<string, string>();

  issue(job: JobRequest): string {
    const token = randomBytes(32).toString("base64url");
    this.issued.set(token, job.jobId);
    return token;
  }

  /** The job that a token was issued to, as long as it runs. */
  verify(organization: OrganizationState, token: string): JobRequest | undefined {
    const jobId = this.issued.get(token);
    return organization.jobRequests.find((job) => job.jobId === jobId && job.result === undefined);
  }
}
