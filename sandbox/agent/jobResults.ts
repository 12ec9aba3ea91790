/** Results of a job. The worker ends with 100 and the place in this list (azure-pipelines-agent TaskResultUtil.cs). */
const results = ["succeeded", "succeededWithIssues", "failed", "canceled", "skipped", "abandoned"] as const;

export type TaskResult = (typeof results)[number];

const offset = 100;

export function exitCodeOf(result: TaskResult): number {
  return offset + results.indexOf(result);
}

/** What a worker's end means: any code that is not one of its own is a crash, and the job has failed. */
export function resultOf(exitCode: number | null): TaskResult {
  return results[(exitCode ?? 0) - offset] ?? "failed";
}
