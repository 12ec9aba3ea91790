import { STATUS_CODES, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { KubeletRefusal, type ContainerTarget, type KubeletApi } from "./kubeletApi";
import type { StreamingTool } from "./streamingTool";

/** The tool reads what to run from here. */
const COMMAND_HEADER = "Sandbox-Command";
/** And here which address a port is to be forwarded to. */
const ADDRESS_HEADER = "Sandbox-Address";

const EXEC = /^\/exec\/([^/]+)\/([^/]+)(?:\/[^/]+)?\/([^/]+)$/;
const PORT_FORWARD = /^\/portForward\/([^/]+)\/([^/]+)(?:\/[^/]+)?$/;

/** Hands a connection that is to be upgraded on to the streaming tool, which does what the request asks for. */
export async function proxyStreaming(
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  { api, tool }: { readonly api: KubeletApi; readonly tool: StreamingTool },
): Promise<void> {
  socket.on("error", () => socket.destroy());
  try {
    const { path, headers } = toolRequest(request, api);
    const upstream = await tool.connect();
    upstream.on("error", () => socket.destroy());
    upstream.on("close", () => socket.destroy());
    socket.on("close", () => upstream.destroy());
    const lines = [...ownHeaders(request), ...Object.entries(headers)].map(([name, value]) => `${name}: ${value}\r\n`);
    upstream.write(`${request.method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
    upstream.write(head);
    upstream.pipe(socket);
    socket.pipe(upstream);
  } catch (error) {
    refuse(socket, error);
  }
}

function toolRequest(
  request: IncomingMessage,
  api: KubeletApi,
): { readonly path: string; readonly headers: Record<string, string> } {
  const url = new URL(request.url ?? "/", "http://kubelet");
  const [, namespace = "", pod = "", container] = EXEC.exec(url.pathname) ?? [];
  if (container !== undefined) {
    const target: ContainerTarget = { namespace, pod, container };
    const spec = api.command(target, url.searchParams.getAll("command"));
    // It is in a header by now, and its size has no bound.
    url.searchParams.delete("command");
    const command = Buffer.from(JSON.stringify(spec)).toString("base64");
    return { path: `/exec?${url.searchParams.toString()}`, headers: { [COMMAND_HEADER]: command } };
  }
  const [, forwardNamespace, forwardPod] = PORT_FORWARD.exec(url.pathname) ?? [];
  if (forwardNamespace !== undefined && forwardPod !== undefined) {
    const address = api.address(forwardNamespace, forwardPod);
    return { path: `/portForward?${url.searchParams.toString()}`, headers: { [ADDRESS_HEADER]: address } };
  }
  throw new KubeletRefusal(501, "not offered by a simulated node");
}

const reserved = [COMMAND_HEADER.toLowerCase(), ADDRESS_HEADER.toLowerCase(), "authorization"];

/** Pairs of name and value, as they came, without what only this server may say. */
function ownHeaders({ rawHeaders }: IncomingMessage): [string, string][] {
  return rawHeaders
    .flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""]] : []))
    .filter(([name]) => !reserved.includes(name.toLowerCase()));
}

function refuse(socket: Duplex, error: unknown): void {
  const code = error instanceof KubeletRefusal ? error.code : 500;
  const text = error instanceof Error ? error.message : String(error);
  const head = `HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\nContent-Type: text/plain\r\nConnection: close\r\n`;
  socket.end(`${head}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
}
