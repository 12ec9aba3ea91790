import { createServer } from "node:net";

/** A TCP port that is free on loopback now. */
export function freePort(): Promise<number> {
  return listenOnce(0);
}

/** Whether nothing listens on the port of loopback. */
export async function isPortFree(port: number): Promise<boolean> {
  try {
    await listenOnce(port);
    return true;
  } catch {
    return false;
  }
}

function listenOnce(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(wanted, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : wanted;
      server.close(() => resolve(port));
    });
  });
}
