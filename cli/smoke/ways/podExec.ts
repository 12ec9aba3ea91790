import { PassThrough } from "node:stream";
import { Exec, type KubeConfig, type V1Status } from "@kubernetes/client-node";

/** A command in a container, by the API server's exec. */
export interface PodExec {
  (namespace: string, pod: string, container: string, command: readonly string[]): Promise<ExecResult>;
}

export interface ExecResult {
  /** Undefined when no command was started. */
  readonly exitCode?: number;
  readonly stdout: string;
  /** What the command printed on its error stream, or why it was not started. */
  readonly stderr: string;
}

/** @throws Error when the API server or the node does not answer. */
export function podExec(config: KubeConfig): PodExec {
  return async (namespace, pod, container, command) => {
    const out = collector();
    const err = collector();
    const status = await new Promise<V1Status>((resolve, reject) => {
      new Exec(config)
        .exec(namespace, pod, container, [...command], out.stream, err.stream, null, false, resolve)
        .then((socket) => {
          socket.onclose = () => reject(new Error("The connection to the pod was closed before its command ended."));
          socket.onerror = ({ message }) => reject(new Error(message));
        }, reject);
    });
    return { exitCode: exitCodeOf(status), stdout: out.text(), stderr: err.text() || (status.message ?? "") };
  };
}

/** A command that ended with another code than 0 has it among the causes (k8s.io/apimachinery `NonZeroExitCodeReason`). */
function exitCodeOf({ status, details }: V1Status): number | undefined {
  if (status === "Success") return 0;
  const code = details?.causes?.find(({ reason }) => reason === "ExitCode")?.message;
  return code === undefined ? undefined : Number(code);
}

function collector() {
  const stream = new PassThrough();
  const pieces: Buffer[] = [];
  stream.on("data", (piece: Buffer) => pieces.push(piece));
  return { stream, text: () => Buffer.concat(pieces).toString("utf8") };
}
