import type { V1Container } from "@kubernetes/client-node";

/** Kubelet's bounds (pkg/kubelet/container/runtime.go). */
const LONGEST_FILE = 4096;
const LONGEST_LOG = 2048;
const MOST_LOG_LINES = 80;

export interface MessageSources {
  /** Content of the file at terminationMessagePath, "" when there is none. */
  readonly file: string;
  readonly logTail: (lines: number) => string;
}

/** What a container leaves as its last words: the file, or on failure and if wanted the end of its log. Undefined when there is nothing. */
export function terminationMessage(
  { terminationMessagePolicy }: V1Container,
  exitCode: number,
  { file, logTail }: MessageSources,
): string | undefined {
  const fromLog = file === "" && exitCode !== 0 && terminationMessagePolicy === "FallbackToLogsOnError";
  const message = fromLog ? logTail(MOST_LOG_LINES).slice(-LONGEST_LOG) : file.slice(-LONGEST_FILE);
  return message === "" ? undefined : message;
}
