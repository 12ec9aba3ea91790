import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import sirv from "sirv";
import { requestLine } from "./requestLine";

/**
 * What a container runs in the place of IIS or nginx: serves a folder over HTTP and logs each request.
 * Arguments: the folder, the port, and the name of the server that it stands for. The pod's address is in SANDBOX_POD_ADDRESS.
 */
const [folder = "", port = "", standsFor = ""] = process.argv.slice(2);
const address = process.env["SANDBOX_POD_ADDRESS"] ?? "127.0.0.1";

// Read anew for each request: a container may write its pages while it runs.
const pages = sirv(folder, { dev: true, etag: true });

const server = createServer((request, response) => {
  response.setHeader("server", `sandbox (for ${standsFor})`);
  response.once("finish", () => console.log(requestLine(request, response, new Date())));
  pages(request, response, () => refuse(request, response));
});
server.once("error", ({ code, message }: NodeJS.ErrnoException) => {
  // Linux has all of 127.0.0.0/8; macOS has 127.0.0.1 until somebody adds more to lo0.
  const why = code === "EADDRNOTAVAIL" ? "the loopback interface of this machine has no such address" : message;
  console.error(`cannot listen on ${address}:${port}: ${why}`);
  process.exit(1);
});
server.listen(Number(port), address, () => console.log(`listening on ${address}:${port}`));

for (const signal of ["SIGTERM", "SIGQUIT", "SIGINT"] as const) {
  process.once(signal, () => {
    server.close(() => process.exit(0));
    server.closeIdleConnections();
  });
}

/** As sirv answers to nothing but GET and HEAD. */
function refuse({ method }: IncomingMessage, response: ServerResponse): void {
  const isRead = method === "GET" || method === "HEAD";
  response.statusCode = isRead ? 404 : 405;
  response.setHeader("content-type", "text/plain");
  response.end(isRead ? "Not Found\n" : "Method Not Allowed\n");
}
