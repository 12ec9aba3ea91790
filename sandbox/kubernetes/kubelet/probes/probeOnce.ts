import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect } from "node:net";
import type { V1Container, V1HTTPGetAction, V1Probe, V1TCPSocketAction } from "@kubernetes/client-node";
import type { ContainerInside } from "../containerRunner";

/** What a probe has found, with kubelet's words for a failure. */
export interface ProbeResult {
  readonly success: boolean;
  readonly output: string;
}

/** Looks once. A kind of probe that is not played (gRPC) succeeds. Never rejects. */
export async function probeOnce(probe: V1Probe, container: V1Container, inside: ContainerInside): Promise<ProbeResult> {
  const seconds = probe.timeoutSeconds ?? 1;
  if (probe.exec !== undefined) {
    const { exitCode, output, timedOut } = await inside.run(probe.exec.command ?? [], seconds * 1000);
    return timedOut
      ? { success: false, output: `command timed out after ${seconds}s` }
      : { success: exitCode === 0, output };
  }
  if (probe.httpGet !== undefined) {
    return httpGet(probe.httpGet, container, inside.address, seconds * 1000);
  }
  return probe.tcpSocket === undefined
    ? { success: true, output: "" }
    : tcpSocket(probe.tcpSocket, container, inside.address, seconds * 1000);
}

/** Any answer from 200 to 399 is a success, without following it. */
export function httpGet(
  action: V1HTTPGetAction,
  container: V1Container,
  address: string,
  timeout: number,
): Promise<ProbeResult> {
  const send = action.scheme === "HTTPS" ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const request = send(
      {
        host: address,
        port: portNumber(action.port, container),
        path: action.path ?? "/",
        headers: Object.fromEntries((action.httpHeaders ?? []).map(({ name, value }) => [name, value])),
        timeout,
        // Kubelet does not verify what it probes.
        rejectUnauthorized: false,
      },
      ({ statusCode = 0 }) => {
        request.destroy();
        const success = statusCode >= 200 && statusCode < 400;
        resolve({ success, output: `HTTP probe failed with statuscode: ${statusCode}` });
      },
    );
    request.once("timeout", () => request.destroy(new Error("context deadline exceeded")));
    request.once("error", ({ message }) => resolve({ success: false, output: message }));
    request.end();
  });
}

function tcpSocket(
  { port }: V1TCPSocketAction,
  container: V1Container,
  address: string,
  timeout: number,
): Promise<ProbeResult> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port: portNumber(port, container), timeout });
    const end = (success: boolean, output: string) => {
      socket.destroy();
      resolve({ success, output });
    };
    socket.once("connect", () => end(true, ""));
    socket.once("timeout", () => end(false, "i/o timeout"));
    socket.once("error", ({ message }) => end(false, message));
  });
}

/** A port may be given by the name that the container has for it. */
function portNumber(port: string | number, { ports }: V1Container): number {
  const named = ports?.find(({ name }) => name === port)?.containerPort;
  return named ?? Number(port);
}
