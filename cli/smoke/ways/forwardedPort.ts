import { createServer, type AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { PortForward, type KubeConfig } from "@kubernetes/client-node";

/** Lets an action use a port of a pod under an address of this machine. Ends the forwarding after it. */
export async function withForwardedPort<T>(
  config: KubeConfig,
  { namespace, pod, port }: { readonly namespace: string; readonly pod: string; readonly port: number },
  action: (url: string) => Promise<T>,
): Promise<T> {
  const forward = new PortForward(config);
  const server = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    // The node tells on this stream that nothing listens.
    const failure = new PassThrough().on("data", () => socket.destroy());
    forward.portForward(namespace, pod, [port], socket, failure, socket).then(
      (connection) => {
        const close = () => "close" in connection && connection.close();
        socket.once("close", close);
      },
      () => socket.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await action(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.close();
  }
}
